import { z } from 'zod'
import { findVisibleChannel } from '#domain/channels/find'
import { openDirectMessage } from '#domain/channels/directMessage'
import { findUser } from '#domain/people/users'
import { channelId, flag } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'

export const open = writingMethod('conversations.open', {
  summary: 'Opens the direct message with a person, or returns the existing one.',
  tokens: ['bot', 'user'],
  scopes: ['im:write', 'channels:manage', 'groups:write', 'mpim:write'],
  rate: 'tier3',
  args: z.object({
    users: z.string().optional().describe('The user id of the other person.'),
    channel: channelId.optional().describe('A direct message to open again.'),
    return_im: flag.optional().describe('Accepted without effect.'),
  }),
  result: z.object({
    channel: z.object({ id: z.string() }),
    no_op: z.boolean().optional(),
    already_open: z.boolean().optional(),
  }),
  errors: {
    channel_not_found: {
      wrong: 'There is no such direct message.',
      cause: '`channel` is not a direct message, or the caller is not in it.',
      remedy: 'Name the person in `users`: that opens the conversation if there is none.',
    },
    team_not_found: 'An org-wide token needs the id of the channel instead of its name.',
    user_not_found: {
      wrong: 'Nobody in the team has the id in `users`.',
      cause: 'The id is unknown, belongs to another team, or its user was deleted.',
      remedy: 'Look the id up with users.list.',
    },
    too_many_users: {
      wrong: '`users` names more than one person.',
      cause: 'Group direct messages cannot be opened yet.',
      remedy: 'Name one person, or one app by its bot user.',
    },
  },

  async handle(args, { caller, db, refuse }) {
    if (args.channel) {
      const { channel } = await findVisibleChannel(db, caller, args.channel)
      return { channel: { id: channel.id }, no_op: true, already_open: true }
    }
    const [other, ...more] = (args.users ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== '')
    if (other === undefined) throw refuse('invalid_arguments', 'Send `users` or `channel`.')
    if (more.length > 0) throw refuse('too_many_users', 'Name one person: group direct messages cannot be opened yet.')
    const user = await findUser(db, caller.teamId, other)
    if (!user || user.deleted)
      throw refuse('user_not_found', `"users": nobody in the team has the id ${JSON.stringify(other)}.`)
    const { id, isNew } = await openDirectMessage(db, caller.teamId, caller.userId, other)
    return { channel: { id }, ...(isNew ? {} : { no_op: true, already_open: true }) }
  },
})
