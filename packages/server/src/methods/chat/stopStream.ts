import { z } from 'zod'
import { markdownText } from '#rpc/args/messageContent'
import { requireApp } from '#domain/access/caller'
import { checkSharedLinks } from '#domain/channels/sharedLinks'
import { findStreamingChannel } from '#domain/channels/postingRules'
import { sharePictures } from '#domain/files/share'
import { withProcessingFailure } from '#domain/messages/processingFailure'
import { checkStreamContent, isEmptyContent } from '#domain/streams/content'
import { endStream } from '#domain/streams/end'
import { checkAppend } from '#domain/streams/append'
import { findOwnOpenStream } from '#domain/streams/findOwnOpenStream'
import { setStreamingAgentStatus } from '#domain/threads/agentSessions'
import { blocks, chunks } from '#rpc/args/blocks'
import { channelId, messageTs } from '#rpc/args/values'
import { metadata } from '#rpc/args/metadata'
import { streamContentFrom } from '#rpc/args/streamContent'
import { writingMethod } from '#rpc/method'
import { blockErrors, metadataErrors, processingErrors } from '#rpc/errors/content'
import { absentAppError, postingRuleErrors } from '#rpc/errors/channelAccess'
import { streamErrors } from '#rpc/errors/stream'
import { messageObject } from '#objects/messageSchema'
import { sessionStatus } from '#objects/thread'
import { toMessageObjects } from '#objects/message'

export const stopStream = writingMethod('chat.stopStream', {
  summary: 'Ends a stream, with last content and blocks below it.',
  tokens: ['bot'],
  scopes: ['chat:write'],
  rate: 'tier2',

  args: z.object({
    channel: channelId.describe('The channel of the stream.'),
    ts: messageTs.describe('The `ts` of the stream, as returned by chat.startStream.'),
    markdown_text: markdownText.optional().describe('The last text, as Markdown. An empty text counts as none.'),
    chunks: chunks.optional().describe('The last chunks. An empty array counts as none.'),
    blocks: blocks.optional().describe('Blocks to show below the streamed content, at most 50.'),
    session_status: sessionStatus.default('active').describe('The status of the agent in the thread from now on.'),
    metadata: metadata.optional().describe('Structured data for other apps: `event_type` and `event_payload`.'),
  }),

  result: z.object({ channel: channelId, ts: messageTs, message: messageObject }),

  errors: {
    ...postingRuleErrors,
    ...absentAppError,
    ...blockErrors,
    invalid_blocks_format: '`blocks` is not JSON, or not an array of objects.',
    ...metadataErrors,
    ...streamErrors,
    ...processingErrors,
  },

  /** [STR-11] */
  orderingKey: ({ channel, ts }) => `${channel}/${ts}`,

  async handle(args, { caller: tokenCaller, db }) {
    const given = streamContentFrom(args)
    const content = given && !isEmptyContent(given) ? given : undefined
    const { channel, caller } = await findStreamingChannel(db, tokenCaller, args.channel)
    if (content) checkStreamContent(content)
    await checkSharedLinks(db, channel, [content?.chunks, args.blocks])
    const head = await findOwnOpenStream(db, requireApp(caller).app, channel, args.ts, 'stop')
    await checkAppend(db, head, content, args.blocks)
    await sharePictures(db, caller, head.stream, { chunks: content?.chunks, blocks: args.blocks })
    const row = await withProcessingFailure(() =>
      endStream(db, head, {
        by: 'app',
        chunks: content?.chunks ?? [],
        blocks: args.blocks ?? [],
        metadata: args.metadata,
      }),
    )
    await setStreamingAgentStatus(db, caller, { channel, threadTs: head.stream.thread_ts, status: args.session_status })
    const [message] = await toMessageObjects(db, channel, [row], { metadata: true })
    return { channel: channel.id, ts: args.ts, message: message! }
  },
})
