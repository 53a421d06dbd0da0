import { z } from 'zod'
import { asApp } from '#domain/access/caller'
import { checkSharing } from '#domain/channels/shared'
import { streamingChannel } from '#domain/channels/postingRules'
import { checkContent } from '#domain/streams/content'
import { grow } from '#domain/streams/append'
import { ownOpenStream } from '#domain/streams/own'
import { channelId, chunks, messageTs } from '#rpc/args/args'
import { contentOf } from '#rpc/args/streamContent'
import { writingMethod } from '#rpc/method'
import { blockErrors, placeErrors, streamErrors } from '#rpc/errors/posting'
import { soon } from '#store/maybePromise'

export const appendStream = writingMethod('chat.appendStream', {
  summary: 'Adds text, tasks or blocks at the end of a reply that streams.',
  tokens: ['bot'],
  scopes: ['chat:write'],
  rate: 'tier4',

  args: z.object({
    channel: channelId.describe('The channel of the stream.'),
    ts: messageTs.describe('The stream, as chat.startStream answered it.'),
    markdown_text: z
      .string()
      .optional()
      .describe('More text, as Markdown: it is added as it is. At most 12,000 characters.'),
    chunks: chunks.optional().describe('More chunks: text, tasks, the plan, blocks.'),
  }),

  result: z.object({ channel: channelId, ts: messageTs }),

  errors: {
    ...placeErrors,
    ...blockErrors,
    ...streamErrors,
    no_text: {
      wrong: 'There is nothing to add.',
      cause: 'Neither `markdown_text` nor `chunks`, or only an empty one.',
      remedy: 'Call only when there is something to add.',
    },
    stopped_by_user: {
      wrong: 'A reader stopped the stream.',
      cause: 'Somebody in the channel pressed Stop. What was said stays.',
      remedy: 'Stop the work, and call the stream no more; it is ended already.',
    },
  },

  /** [STR-11] */
  turn: ({ channel, ts }) => `${channel}/${ts}`,

  handle(args, { caller, db, refuse }) {
    const content = contentOf(args)
    return soon(streamingChannel(db, caller, args.channel), ({ channel, caller: by }) => {
      if (!content) throw refuse('no_text', 'There is nothing to add: give `markdown_text` or `chunks`.')
      checkContent(content)
      const shared = channel.shared_with.length > 0 ? checkSharing(db, channel, content.chunks) : undefined
      const own = soon(shared, () => ownOpenStream(db, asApp(by).app, channel, args.ts, 'append'))
      const grown = soon(own, (head) => grow(db, head, content))
      return soon(grown, () => ({ channel: channel.id, ts: args.ts }))
    })
  },
})
