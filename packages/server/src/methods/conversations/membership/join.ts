import { z } from 'zod'
import { joinChannel } from '#domain/channels/membership/join'
import { channelId } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { postingRuleErrors } from '#rpc/errors/channelAccess'
import { channelErrors } from '#rpc/errors/channel'
import { channelObject, toChannelObject } from '#objects/channel'

export const join = writingMethod('conversations.join', {
  summary: 'Makes the caller a member of a public channel.',
  tokens: ['bot', 'user'],
  scopes: ['channels:join', 'channels:write'],
  rate: 'tier3',
  args: z.object({ channel: channelId }),
  result: z.object({ channel: channelObject }),
  errors: { ...channelErrors, is_archived: postingRuleErrors.is_archived },

  async handle(args, { caller: tokenCaller, db, warn }) {
    const { channel, caller, isNew } = await joinChannel(db, tokenCaller, args.channel)
    if (!isNew) warn('already_in_channel')
    return { channel: toChannelObject(channel, caller) }
  },
})
