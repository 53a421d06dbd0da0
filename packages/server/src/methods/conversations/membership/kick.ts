import { z } from 'zod'
import { kickMember } from '#domain/channels/membership/leave'
import { channelId, userId } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { postingRuleErrors } from '#rpc/errors/channelAccess'
import { channelErrors } from '#rpc/errors/channel'
import { manageScopes } from '#rpc/scopes'

export const kick = writingMethod('conversations.kick', {
  summary: 'Removes somebody else from a channel that the caller is in.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier3',
  args: z.object({ channel: channelId, user: userId }),
  result: z.object({}),
  errors: {
    ...channelErrors,
    is_archived: postingRuleErrors.is_archived,
    not_in_channel: {
      wrong: 'The caller, or `user`, is not in the channel.',
      cause: 'One of the two is not a member; `detail` says which.',
      remedy: 'Join the channel first. Somebody who is not a member need not be removed.',
    },
    cant_kick_self: {
      wrong: '`user` is the caller.',
      cause: 'The id is that of the token’s person or bot user.',
      remedy: 'Use conversations.leave.',
    },
    cant_kick_from_general: {
      wrong: 'The channel is the general channel.',
      cause: 'The whole team is in it.',
      remedy: 'Leave the person in the channel: everyone in the team is a member of it.',
    },
    user_not_found: {
      wrong: 'Nobody in the team has the id `user`.',
      cause: 'The id is unknown or belongs to another team.',
      remedy: 'Look the id up with users.list.',
    },
  },

  async handle(args, { caller, db }) {
    await kickMember(db, caller, args.channel, args.user)
    return {}
  },
})
