import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { renameChannel } from '#domain/channels/rename'
import { channelId, textCheckedLater } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'
import { postingRuleErrors } from '#rpc/errors/channelAccess'
import { channelErrors, memberErrors } from '#rpc/errors/channel'
import { channelNameErrors } from '#rpc/errors/channelName'
import { channelObject, toChannelObject } from '#objects/channel'
import { manageScopes } from '#rpc/scopes'

export const rename = writingMethod('conversations.rename', {
  summary: 'Renames a channel.',
  tokens: ['bot', 'user'],
  scopes: manageScopes,
  rate: 'tier2',
  args: z.object({
    channel: channelId,
    name: textCheckedLater(maxLength.channelName)
      .default('')
      .describe('At most 80 lower-case letters, digits, hyphens and underscores.'),
  }),
  result: z.object({ channel: channelObject }),
  errors: { ...channelErrors, is_archived: postingRuleErrors.is_archived, ...memberErrors, ...channelNameErrors },

  async handle(args, { caller: tokenCaller, db }) {
    const { channel, caller } = await renameChannel(db, tokenCaller, args.channel, args.name)
    return { channel: toChannelObject(channel, caller) }
  },
})
