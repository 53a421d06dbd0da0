import { z } from 'zod'
import { findVisibleChannel } from '#domain/channels/find'
import { checkDirectMessage, reopenDirectMessage } from '#domain/channels/direct/closed'
import { openDirectMessageWith } from '#domain/channels/direct/open'
import type { Channel } from '#domain/channels/find'
import { channelObject, toChannelObjects } from '#objects/channel'
import { channelId, flag, idList } from '#rpc/args/values'
import { channelCountErrors, channelErrors } from '#rpc/errors/channel'
import { writingMethod } from '#rpc/method'
import { directScopes } from '#rpc/scopes'

export const open = writingMethod('conversations.open', {
  summary: 'Opens the direct message with one or more people, or returns the existing one.',
  tokens: ['bot', 'user'],
  scopes: directScopes,
  rate: 'tier3',
  args: z.object({
    users: idList.optional().describe('The user ids of the others, at most 8, joined by commas.'),
    channel: channelId.optional().describe('A direct message to open again.'),
    prevent_creation: flag.default(false).describe('Whether only an existing direct message is returned.'),
    return_im: flag.default(false).describe('Whether `channel` is the whole channel object.'),
  }),
  result: z.object({
    channel: channelObject.partial().extend({ id: z.string() }),
    no_op: z.boolean().optional(),
    already_open: z.boolean().optional(),
  }),
  errors: {
    ...channelCountErrors,
    channel_not_found: {
      wrong: 'There is no such direct message.',
      cause: 'The caller is not in `channel`; or nobody has opened it yet, and `prevent_creation` is set.',
      remedy: 'Name the people in `users`, without `prevent_creation`.',
    },
    team_not_found: 'An org-wide token needs the id of the channel instead of its name.',
    method_not_supported_for_channel_type: {
      ...channelErrors.method_not_supported_for_channel_type,
      cause: '`channel` is a public or private channel or a canvas.',
      remedy: 'Join a public channel with conversations.join.',
    },
    users_list_not_supplied: {
      wrong: 'The call names nobody.',
      cause: 'It has neither `users` nor `channel`.',
      remedy: 'Send the ids of the others as `users`.',
    },
    user_not_found: {
      wrong: 'Nobody in the team has the id in `users`.',
      cause: 'The id is unknown, or belongs to another team.',
      remedy: 'Look the id up with users.list.',
    },
    user_disabled: {
      wrong: '`users` names somebody who was deleted.',
      cause: 'The person left the team, or the app was uninstalled.',
      remedy: 'Leave them out.',
    },
    cannot_dm_bot: {
      wrong: 'An app cannot open a direct message with a bot user.',
      cause: '`users` names only a bot user: that of another app, or its own.',
      remedy: 'Name a person, or use the token of a person.',
    },
    too_many_users: {
      wrong: '`users` names more than 8 other people.',
      cause: 'A group direct message has at most 9 members.',
      remedy: 'Create a private channel and invite them.',
    },
  },

  async handle(args, { caller: tokenCaller, db, refuse }) {
    if (args.channel) {
      const { channel, caller } = await findVisibleChannel(db, tokenCaller, args.channel)
      checkDirectMessage(channel)
      return answer(channel, caller, !(await reopenDirectMessage(db, caller, channel)))
    }
    if (!args.users?.length) throw refuse('users_list_not_supplied', 'Send `users` or `channel`.')
    const options = { existing: args.prevent_creation }
    const { channel, wasOpen } = await openDirectMessageWith(db, tokenCaller, args.users, options)
    return answer(channel, tokenCaller, wasOpen)

    async function answer(channel: Channel, caller: typeof tokenCaller, wasOpen: boolean) {
      const [full] = args.return_im ? await toChannelObjects(db, [channel], caller) : []
      const shown = full ? { ...full, is_open: true } : { id: channel.id }
      return { channel: shown, ...(wasOpen ? { no_op: true, already_open: true } : {}) }
    }
  },
})
