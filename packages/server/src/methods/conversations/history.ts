import { z } from 'zod'
import { readableChannel } from '#domain/channels/postingRules'
import { onTop } from '#domain/messages/pages'
import { channelId, count, cursor, flag, messageTs } from '#rpc/args/args'
import { method } from '#rpc/method'
import { messageShape, messagesOnWire } from '#objects/message'
import { cursorAt, keyOf, pageShape } from '#objects/page'
import { historyScopes } from '#objects/scopes'

export const history = method('conversations.history', {
  summary: 'Reads the messages of a conversation, newest first. Replies are read with conversations.replies.',
  tokens: ['bot', 'user'],
  scopes: historyScopes,
  rate: 'tier3',
  args: z.object({
    channel: channelId,
    oldest: messageTs.optional().describe('Only messages after this ts.'),
    latest: messageTs.optional().describe('Only messages before this ts.'),
    inclusive: flag.default(false).describe('Whether messages with exactly those ts belong to it.'),
    include_all_metadata: flag.default(false).describe('Whether to show the metadata of messages.'),
    limit: count(999, 100),
    cursor,
  }),
  result: z.object({
    messages: z.array(messageShape),
    has_more: z.boolean(),
    pin_count: z.int(),
    response_metadata: pageShape,
  }),
  errors: {
    channel_not_found: 'There is no such channel, or none that the caller can see.',
    team_not_found: 'An org-wide token came with a channel name in place of an id.',
    not_in_channel: 'The person is not in the channel.',
    invalid_cursor: '`cursor` is none that this method gave.',
  },

  async handle(args, { caller, db, refuse }) {
    const before = keyOf(args.cursor)
    if (before === undefined)
      throw refuse('invalid_cursor', `"cursor": ${JSON.stringify(args.cursor)} is none that this method gave.`)
    const channel = await readableChannel(db, caller, args.channel)
    const { messages, hasMore } = await onTop(db, channel, {
      oldest: boundary(args.oldest),
      latest: before || boundary(args.latest),
      inclusive: args.inclusive && !before,
      limit: args.limit,
    })
    return {
      messages: await messagesOnWire(db, channel, messages, { metadata: args.include_all_metadata, reader: caller }),
      has_more: hasMore,
      pin_count: 0,
      response_metadata: cursorAt(hasMore ? messages.at(-1)?.ts : undefined),
    }
  },
})

/** SDKs send `0` and `now` where they mean no boundary. */
function boundary(ts: string | undefined): string | undefined {
  return ts === undefined || ts === '' || ts === '0' || ts === 'now' ? undefined : ts
}
