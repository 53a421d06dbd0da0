import { z } from 'zod'
import { findMessage } from '#domain/messages/find'
import { replies as repliesOf } from '#domain/messages/pages'
import { findRoot, readableChannel } from '#domain/channels/postingRules'
import { channelId, count, cursor, flag, messageTs } from '#rpc/args/args'
import { method } from '#rpc/method'
import { messageShape, messagesOnWire } from '#objects/message'
import { cursorAt, keyOf, pageShape } from '#objects/page'
import { historyScopes } from '#objects/scopes'

export const replies = method('conversations.replies', {
  summary: 'Reads a thread: its root, then its replies, oldest first.',
  tokens: ['bot', 'user'],
  scopes: historyScopes,
  rate: 'tier3',
  args: z.object({
    channel: channelId,
    ts: messageTs.describe('The thread’s root, or a reply of it.'),
    oldest: messageTs.optional().describe('Only replies after this ts.'),
    latest: messageTs.optional().describe('Only replies before this ts.'),
    inclusive: flag.default(false).describe('Whether messages with exactly those ts belong to it.'),
    include_all_metadata: flag.default(false).describe('Whether to show the metadata of messages.'),
    limit: count(1000, 1000),
    cursor,
  }),
  result: z.object({ messages: z.array(messageShape), has_more: z.boolean(), response_metadata: pageShape }),
  errors: {
    channel_not_found: 'There is no such channel, or none that the caller can see.',
    team_not_found: 'An org-wide token came with a channel name in place of an id.',
    not_in_channel: 'The person is not in the channel.',
    thread_not_found: {
      wrong: '`ts` names no message of the channel.',
      cause: 'It is malformed, of another channel, or of a message that was deleted.',
      remedy: 'Give the `ts` of the message as text, digit by digit: as a number it loses its end.',
    },
    invalid_cursor: '`cursor` is none that this method gave.',
  },

  async handle(args, { caller, db, refuse }) {
    const after = keyOf(args.cursor)
    if (after === undefined)
      throw refuse('invalid_cursor', `"cursor": ${JSON.stringify(args.cursor)} is none that this method gave.`)
    const channel = await readableChannel(db, caller, args.channel)
    const root = await findRoot(db, channel, args.ts)
    if (!root) throw refuse('thread_not_found', `"ts": ${JSON.stringify(args.ts)} names no message of ${channel.id}.`)
    if (root.ts !== args.ts && args.limit === 1) {
      const one = await findMessage(db, channel, args.ts)
      const messages = await messagesOnWire(db, channel, one ? [one] : [], {
        metadata: args.include_all_metadata,
        reader: caller,
      })
      return { messages, has_more: false, response_metadata: cursorAt(undefined) }
    }
    const page = await repliesOf(db, channel, root.ts, {
      oldest: after || args.oldest,
      latest: args.latest,
      inclusive: args.inclusive && !after,
      // The root leads the first page and is one of its messages.
      limit: after ? args.limit : Math.max(args.limit - 1, 1),
    })
    const rows = after ? page.messages : [root, ...page.messages]
    return {
      messages: await messagesOnWire(db, channel, rows, { metadata: args.include_all_metadata, reader: caller }),
      has_more: page.hasMore,
      response_metadata: cursorAt(page.hasMore ? page.messages.at(-1)?.ts : undefined),
    }
  },
})
