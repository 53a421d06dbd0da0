import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { setPurpose as setPurposeOf } from '#domain/channels/topic'
import { channelId, textCheckedLater } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { postingRuleErrors } from '#rpc/errors/channelAccess'
import { channelErrors, memberErrors } from '#rpc/errors/channel'
import { channelObject, toChannelObject } from '#objects/channel'
import { manageScopes } from '#rpc/scopes'

export const setPurpose = writingMethod('conversations.setPurpose', {
  summary: 'Sets the purpose of a channel.',
  tokens: ['bot', 'user'],
  scopes: [...manageScopes, 'channels:write.topic', 'groups:write.topic', 'im:write.topic', 'mpim:write.topic'],
  rate: 'tier2',
  args: z.object({
    channel: channelId,
    purpose: textCheckedLater(maxLength.topic).describe('At most 250 characters, shown as it is.'),
  }),
  result: z.object({ channel: channelObject }),
  errors: {
    ...channelErrors,
    is_archived: postingRuleErrors.is_archived,
    ...memberErrors,
    too_long: {
      wrong: 'The purpose is longer than 250 characters.',
      cause: 'Unicode code points are counted.',
      remedy: 'Shorten it, or post the rest as a message.',
    },
  },

  async handle(args, { caller: tokenCaller, db }) {
    const { channel, caller } = await setPurposeOf(db, tokenCaller, args.channel, args.purpose)
    return { channel: toChannelObject(channel, caller) }
  },
})
