import { z } from 'zod'
import { markdownText } from '#rpc/args/messageContent'
import { requireApp } from '#domain/access/caller'
import { checkSharedLinks } from '#domain/channels/sharedLinks'
import { findStreamingChannel } from '#domain/channels/postingRules'
import { sharePictures } from '#domain/files/share'
import { checkStreamContent } from '#domain/streams/content'
import { appendDelta } from '#domain/streams/append'
import { findOwnOpenStream } from '#domain/streams/findOwnOpenStream'
import { channelId, messageTs } from '#rpc/args/values'
import { chunks } from '#rpc/args/blocks'
import { streamContentFrom } from '#rpc/args/streamContent'
import { writingMethod } from '#rpc/method'
import { blockErrors } from '#rpc/errors/content'
import { absentAppError, postingRuleErrors } from '#rpc/errors/channelAccess'
import { streamErrors } from '#rpc/errors/stream'
import { andThen } from '#store/maybePromise'

export const appendStream = writingMethod('chat.appendStream', {
  summary: 'Appends text, tasks or blocks to a stream.',
  tokens: ['bot'],
  scopes: ['chat:write'],
  rate: 'tier4',

  args: z.object({
    channel: channelId.describe('The channel of the stream.'),
    ts: messageTs.describe('The `ts` of the stream, as returned by chat.startStream.'),
    markdown_text: markdownText.optional().describe('Markdown to append as it is, at most 12,000 characters.'),
    chunks: chunks.optional().describe('Chunks to append: text, tasks, the plan, blocks.'),
  }),

  result: z.object({ channel: channelId, ts: messageTs }),

  errors: {
    ...postingRuleErrors,
    ...absentAppError,
    ...blockErrors,
    ...streamErrors,
    no_text: {
      wrong: 'There is nothing to add.',
      cause: 'The call has neither `markdown_text` nor `chunks`, or only an empty one.',
      remedy: 'Call only when there is something to add.',
    },
    stopped_by_user: {
      wrong: 'A reader stopped the stream.',
      cause: 'Somebody in the channel pressed Stop. The content remains.',
      remedy: 'Stop the work, and make no more calls: the stream has ended.',
    },
  },

  /** [STR-11] */
  orderingKey: ({ channel, ts }) => `${channel}/${ts}`,

  handle(args, { caller: tokenCaller, db, refuse }) {
    const content = streamContentFrom(args)
    return andThen(findStreamingChannel(db, tokenCaller, args.channel), ({ channel, caller }) => {
      if (!content) throw refuse('no_text', 'There is nothing to add: give `markdown_text` or `chunks`.')
      checkStreamContent(content)
      const checked = channel.shared_with.length > 0 ? checkSharedLinks(db, channel, content.chunks) : undefined
      const finding = andThen(checked, () => findOwnOpenStream(db, requireApp(caller).app, channel, args.ts, 'append'))
      const appending = andThen(finding, (head) => {
        const hasBlocks = content.chunks.some(({ type }) => type === 'blocks')
        const shared = hasBlocks ? sharePictures(db, caller, head.stream, content) : undefined
        return andThen(shared, () => appendDelta(db, head, content))
      })
      return andThen(appending, () => ({ channel: channel.id, ts: args.ts }))
    })
  },
})
