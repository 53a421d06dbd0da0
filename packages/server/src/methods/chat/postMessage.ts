import { z } from 'zod'
import type { Caller } from '#domain/access/caller'
import { rememberFunctionMessage } from '#domain/apps/functions'
import { findDestination } from '#domain/channels/destination'
import { checkSharedLinks } from '#domain/channels/sharedLinks'
import { postMessage as post } from '#domain/messages/post'
import { findDuplicateMessage } from '#domain/messages/clientMsgId'
import { checkMessageContent, cutText, type MessageContent, toStoredContent } from '#domain/messages/content'
import { findPostingTarget, findThreadToReplyTo } from '#domain/channels/postingRules'
import { withProcessingFailure } from '#domain/messages/processingFailure'
import { checkUsername } from '#domain/people/reservedNames'
import { appearance, appearanceFrom } from '#rpc/args/appearance'
import { channelId, destination, flag, messageTs, textUpTo } from '#rpc/args/values'
import { metadata } from '#rpc/args/metadata'
import { writingMethod } from '#rpc/method'
import { postingErrors } from '#rpc/errors/posting'
import { contentArgs, contentConflictErrors, contentFrom } from '#rpc/args/messageContent'
import { messageObject } from '#objects/messageSchema'
import { toMessageObjects } from '#objects/message'

export const postMessage = writingMethod('chat.postMessage', {
  summary: 'Posts a message to a channel, a direct message or a thread.',
  tokens: ['bot', 'user'],
  scopes: ['chat:write'],
  rate: 'special',

  args: z.object({
    channel: destination.describe(
      'Where to post: an id, a person’s id for their direct message, or the name of a channel.',
    ),
    ...contentArgs,
    mrkdwn: flag.default(true).describe('Whether `text` is shown as mrkdwn, or else as it is.'),
    thread_ts: messageTs.optional().describe('The message to reply to.'),
    reply_broadcast: flag.optional().describe('Whether a reply is sent to the channel too.'),
    metadata: metadata.optional().describe('Structured data for other apps: `event_type` and `event_payload`.'),
    client_msg_id: textUpTo(255)
      .optional()
      .describe('Makes the call repeatable: the same id returns the same message.'),
    ...appearance,
  }),

  result: z.object({ channel: channelId, ts: messageTs, message: messageObject }),

  errors: {
    ...postingErrors,
    ...contentConflictErrors,
  },

  async handle(args, { caller: tokenCaller, db, refuse, warn }) {
    await checkUsername(db, tokenCaller, args.username)
    const duplicate = await findDuplicateMessage(db, tokenCaller, args.client_msg_id, args.channel)
    if (duplicate) return answer(duplicate)

    const given: MessageContent = { ...contentFrom(args), unmarked: !args.mrkdwn }
    const content = cutText(given)
    if (content.text !== given.text) warn('message_truncated')
    const broadcast = args.thread_ts !== undefined && args.reply_broadcast
    const place = await findDestination(db, tokenCaller, args.channel)
    const target = await findPostingTarget(db, tokenCaller, place, args.thread_ts, { broadcast, fromOutside: true })
    const threadTs = await findThreadToReplyTo(db, target, args.thread_ts, { broadcast })
    checkMessageContent(content, args.metadata)
    if (args.metadata && !tokenCaller.app)
      throw refuse('metadata_must_be_sent_from_app', 'Metadata needs a token that belongs to an app.')
    await checkSharedLinks(db, target.channel, content)

    const row = await withProcessingFailure(async () =>
      post(db, target.caller, {
        channel: target.channel,
        threadTs,
        broadcast,
        ...(await toStoredContent(db, target.channel.team_id, content)),
        metadata: args.metadata,
        clientMsgId: args.client_msg_id,
        appearance: appearanceFrom(args),
      }),
    )
    await rememberFunctionMessage(db, tokenCaller, row)
    return answer(row, target.caller)

    async function answer(message: typeof row, justWrittenBy?: Caller) {
      const channel = { team_id: message.team_id, id: message.channel_id }
      const [object] = await toMessageObjects(db, channel, [message], { metadata: true, justWrittenBy })
      return { channel: message.channel_id, ts: message.ts, message: object! }
    }
  },
})
