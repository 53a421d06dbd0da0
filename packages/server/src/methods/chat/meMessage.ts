import { z } from 'zod'
import { messageText } from '#rpc/args/messageContent'
import { findDestination } from '#domain/channels/destination'
import { findPostingTarget } from '#domain/channels/postingRules'
import { checkSharedLinks } from '#domain/channels/sharedLinks'
import { checkMessageContent, toStoredContent } from '#domain/messages/content'
import { postMessage } from '#domain/messages/post'
import { withProcessingFailure } from '#domain/messages/processingFailure'
import { channelId, destination, messageTs } from '#rpc/args/values'
import { postingRuleErrors } from '#rpc/errors/channelAccess'
import { ephemeralErrors } from '#rpc/errors/posting'
import { writingMethod } from '#rpc/method'

const { restricted_action_non_threadable_channel: _threads, ...ruleErrors } = postingRuleErrors

export const meMessage = writingMethod('chat.meMessage', {
  summary: 'Posts what the caller does, as people do with /me.',
  tokens: ['bot', 'user'],
  scopes: ['chat:write'],
  rate: 'tier3',

  args: z.object({
    channel: destination.describe('Where to post, as for chat.postMessage.'),
    text: messageText.optional().describe('What the caller does, as mrkdwn: “waves”.'),
  }),

  result: z.object({ channel: channelId, ts: messageTs }),

  errors: {
    ...ruleErrors,
    restricted_action_thread_only_channel: ephemeralErrors.restricted_action_thread_only_channel,
    no_text: 'There is no `text`, or it is empty.',
    msg_too_long: ephemeralErrors.msg_too_long,
    message_limit_exceeded: ephemeralErrors.message_limit_exceeded,
    rate_limited: ephemeralErrors.rate_limited,
    messaging_processing_failed: ephemeralErrors.messaging_processing_failed,
  },

  /** [MSG-10] */
  async handle({ channel: named, text }, { caller: tokenCaller, db }) {
    const place = await findDestination(db, tokenCaller, named)
    const { channel, caller } = await findPostingTarget(db, tokenCaller, place, undefined)
    const content = { text, markdown: undefined, blocks: undefined }
    checkMessageContent(content)
    await checkSharedLinks(db, channel, content)
    const stored = await toStoredContent(db, channel.team_id, content)
    const message = { channel, threadTs: undefined, ...stored, subtype: 'me_message' as const }
    const { ts } = await withProcessingFailure(() => postMessage(db, caller, message))
    return { channel: channel.id, ts }
  },
})
