import { z } from 'zod'
import { kick as kickFrom } from '#domain/channels/members'
import { channelId, userId } from '#rpc/args/args'
import { writingMethod } from '#rpc/method'
import { placeErrors } from '#rpc/errors/posting'
import { roomErrors } from '#rpc/errors/channel'
import { manageScopes } from '#objects/scopes'

export const kick = writingMethod('conversations.kick', {
  summary: 'Takes somebody else out of a channel that the caller is in.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier3',
  args: z.object({ channel: channelId, user: userId }),
  result: z.object({}),
  errors: {
    ...roomErrors,
    is_archived: placeErrors.is_archived,
    not_in_channel: {
      wrong: 'The caller, or `user`, is not in the channel.',
      cause: 'One of the two is no member; `detail` says which.',
      remedy: 'Join the channel, or be invited; who is no member need not be taken out.',
    },
    cant_kick_self: {
      wrong: '`user` is the caller.',
      cause: 'The id is that of the person or bot user of the token.',
      remedy: 'Use conversations.leave.',
    },
    cant_kick_from_general: {
      wrong: 'It is the general channel.',
      cause: 'Everybody of the team is in it.',
      remedy: 'Use another channel.',
    },
    user_not_found: {
      wrong: '`user` is nobody of the team.',
      cause: 'An id of another team, or of nobody.',
      remedy: 'Look the id up with users.list.',
    },
  },

  async handle(args, { caller, db }) {
    await kickFrom(db, caller, args.channel, args.user)
    return {}
  },
})
