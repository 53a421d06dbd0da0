import { z } from 'zod'
import { asApp } from '#domain/access/caller'
import { checkSharing } from '#domain/channels/shared'
import { streamingChannel } from '#domain/channels/postingRules'
import { processing as processed } from '#domain/messages/processing'
import { checkContent, isEmpty } from '#domain/streams/content'
import { endStream } from '#domain/streams/end'
import { checkGrowth } from '#domain/streams/append'
import { ownOpenStream } from '#domain/streams/own'
import { setWhileStreaming } from '#domain/threads/agentSessions'
import { blocks, channelId, chunks, messageTs, metadata } from '#rpc/args/args'
import { contentOf } from '#rpc/args/streamContent'
import { writingMethod } from '#rpc/method'
import { blockErrors, metadataErrors, placeErrors, processing, streamErrors } from '#rpc/errors/posting'
import { messageShape, messagesOnWire } from '#objects/message'

export const stopStream = writingMethod('chat.stopStream', {
  summary: 'Ends a reply that streams, with last words and blocks below it.',
  tokens: ['bot'],
  scopes: ['chat:write'],
  rate: 'tier2',

  args: z.object({
    channel: channelId.describe('The channel of the stream.'),
    ts: messageTs.describe('The stream, as chat.startStream answered it.'),
    markdown_text: z.string().optional().describe('The last text. An empty one is none.'),
    chunks: chunks.optional().describe('The last chunks. An empty array is none.'),
    blocks: blocks.optional().describe('Blocks to show below all that was streamed, at most 50.'),
    session_status: z
      .enum(['active', 'processing', 'suspended', 'closed'])
      .default('active')
      .describe('Of an agent: what it is at in the thread from then on.'),
    metadata: metadata.optional().describe('Facts for other apps: `event_type` and `event_payload`.'),
  }),

  result: z.object({ channel: channelId, ts: messageTs, message: messageShape }),

  errors: {
    ...placeErrors,
    ...blockErrors,
    invalid_blocks_format: '`blocks` is not JSON, or not an array of objects.',
    ...metadataErrors,
    ...streamErrors,
    ...processing,
  },

  /** [STR-11] */
  turn: ({ channel, ts }) => `${channel}/${ts}`,

  async handle(args, { caller, db }) {
    const given = contentOf(args)
    const content = given && !isEmpty(given) ? given : undefined
    const { channel, caller: by } = await streamingChannel(db, caller, args.channel)
    if (content) checkContent(content)
    await checkSharing(db, channel, [content?.chunks, args.blocks])
    const head = await ownOpenStream(db, asApp(by).app, channel, args.ts, 'stop')
    await checkGrowth(db, head, content, args.blocks)
    const row = await processed(() =>
      endStream(db, head, {
        by: 'app',
        chunks: content?.chunks ?? [],
        blocks: args.blocks ?? [],
        metadata: args.metadata,
      }),
    )
    await setWhileStreaming(db, by, { channel, threadTs: head.stream.thread_ts, status: args.session_status })
    const [message] = await messagesOnWire(db, channel, [row], { metadata: true })
    return { channel: channel.id, ts: args.ts, message: message! }
  },
})
