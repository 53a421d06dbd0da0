import { z } from 'zod'
import { visibleChannel } from '#domain/channels/find'
import { openDirect } from '#domain/channels/list'
import { findUser } from '#domain/people/users'
import { channelId, flag } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'

export const open = writingMethod('conversations.open', {
  summary: 'Opens the direct message with a person, or finds the one that is there.',
  tokens: ['bot', 'user'],
  scopes: ['im:write', 'channels:manage', 'groups:write', 'mpim:write'],
  rate: 'tier3',
  args: z.object({
    users: z.string().optional().describe('The other one’s user id.'),
    channel: channelId.optional().describe('A direct message to open again.'),
    return_im: flag.optional().describe('Accepted; the answer is the same.'),
  }),
  result: z.object({
    channel: z.object({ id: z.string() }),
    no_op: z.boolean().optional(),
    already_open: z.boolean().optional(),
  }),
  errors: {
    channel_not_found: {
      wrong: 'There is no such direct message.',
      cause: '`channel` names something else, or a conversation that the caller is not in.',
      remedy: 'Name the people in `users`: the conversation is opened where there is none.',
    },
    team_not_found: 'An org-wide token came with a channel name in place of an id.',
    user_not_found: {
      wrong: '`users` names nobody of the team.',
      cause: 'An id of another team or of nobody, or somebody who was deleted.',
      remedy: 'Look the id up with users.list.',
    },
    too_many_users: {
      wrong: 'More than one other was named.',
      cause: 'Group messages cannot be opened yet.',
      remedy: 'Name one person, or one app by its bot user.',
    },
  },

  async handle(args, { caller, db, refuse }) {
    if (args.channel) {
      const { channel } = await visibleChannel(db, caller, args.channel)
      return { channel: { id: channel.id }, no_op: true, already_open: true }
    }
    const [other, ...more] = (args.users ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== '')
    if (other === undefined) throw refuse('invalid_arguments', 'Give `users` or `channel`.')
    if (more.length > 0)
      throw refuse('too_many_users', 'A direct message has one other; group messages cannot be opened yet.')
    const user = await findUser(db, caller.teamId, other)
    if (!user || user.deleted)
      throw refuse('user_not_found', `"users": nobody of the team is ${JSON.stringify(other)}.`)
    const { id, isNew } = await openDirect(db, caller.teamId, caller.userId, other)
    return { channel: { id }, ...(isNew ? {} : { no_op: true, already_open: true }) }
  },
})
