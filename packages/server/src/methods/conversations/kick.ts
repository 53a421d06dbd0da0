import { z } from 'zod'
import { kick as kickFrom } from '#domain/rooms/members'
import { channelId, userId } from '#rpc/args'
import { writingMethod } from '#rpc/method'
import { roomErrors } from '#rpc/roomErrors'
import { manageScopes } from '#methods/shape/scopes'

export const kick = writingMethod('conversations.kick', {
  summary: 'Takes somebody else out of a channel that the caller is in.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier3',
  args: z.object({ channel: channelId, user: userId }),
  result: z.object({}),
  errors: {
    ...roomErrors,
    is_archived: 'The channel is archived.',
    not_in_channel: 'The caller, or `user`, is not in the channel.',
    cant_kick_self: '`user` is the caller.',
    cant_kick_from_general: 'It is the general channel.',
    user_not_found: '`user` is nobody of the team.',
  },

  async handle(args, { caller, db }) {
    await kickFrom(db, caller, args.channel, args.user)
    return {}
  },
})
