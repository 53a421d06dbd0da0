import { z } from 'zod'
import { leaveChannel } from '#domain/channels/membership/leave'
import { channelId } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { postingRuleErrors } from '#rpc/errors/channelAccess'
import { channelErrors } from '#rpc/errors/channel'
import { manageScopes } from '#rpc/scopes'

export const leave = writingMethod('conversations.leave', {
  summary: 'Removes the caller from a channel.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier3',
  args: z.object({ channel: channelId }),
  result: z.object({ not_in_channel: z.boolean().optional().describe('Set if the caller was not a member.') }),
  errors: {
    ...channelErrors,
    is_archived: postingRuleErrors.is_archived,
    cant_leave_general: {
      wrong: 'The channel is the general channel.',
      cause: 'The whole team is in it.',
      remedy: 'Stay in the channel. Nobody can leave it.',
    },
    last_member: {
      wrong: 'The caller is the last member of a private channel.',
      cause: 'Without members nobody could find the channel again.',
      remedy: 'Use conversations.archive, or invite somebody first.',
    },
  },

  async handle(args, { caller, db }) {
    const wasIn = await leaveChannel(db, caller, args.channel)
    return wasIn ? {} : { not_in_channel: true }
  },
})
