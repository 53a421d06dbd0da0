import { z } from 'zod'
import { findMessage } from '#domain/messages/find'
import { listReplies } from '#domain/messages/list'
import { findThreadRoot } from '#domain/threads/root'
import { findReadableChannel } from '#domain/channels/access'
import { channelId, count, cursor, flag, messageTs } from '#rpc/args/values'
import { method } from '#rpc/method'
import { messageObject } from '#objects/messageSchema'
import { toMessageObjects } from '#objects/message'
import { decodeCursor, pageMetadata, toPageMetadata } from '#objects/page'
import { historyScopes } from '#rpc/scopes'

export const replies = method('conversations.replies', {
  summary: 'Returns a thread: its root, then its replies, oldest first.',
  tokens: ['bot', 'user'],
  scopes: historyScopes,
  rate: 'tier3',
  args: z.object({
    channel: channelId,
    ts: messageTs.describe('The root of the thread, or one of its replies.'),
    oldest: messageTs.optional().describe('Only replies after this ts.'),
    latest: messageTs.optional().describe('Only replies before this ts.'),
    inclusive: flag.default(false).describe('Whether to include messages with exactly these ts.'),
    include_all_metadata: flag.default(false).describe('Whether to include the metadata of messages.'),
    limit: count(1000, 1000),
    cursor,
  }),
  result: z.object({ messages: z.array(messageObject), has_more: z.boolean(), response_metadata: pageMetadata }),
  errors: {
    channel_not_found: 'There is no such channel, or the caller cannot see it.',
    team_not_found: 'An org-wide token needs the id of the channel instead of its name.',
    not_in_channel: 'The person of the token is not in the channel.',
    thread_not_found: {
      wrong: '`ts` names no message of the channel.',
      cause: 'It is malformed, belongs to another channel, or its message was deleted.',
      remedy: 'Send the `ts` of the message as a string: as a number it loses its last digits.',
    },
    invalid_cursor: '`cursor` was not returned by this method.',
  },

  async handle(args, { caller, db, refuse }) {
    const after = decodeCursor(args.cursor)
    const channel = await findReadableChannel(db, caller, args.channel)
    const root = await findThreadRoot(db, channel, args.ts)
    if (!root) throw refuse('thread_not_found', `"ts": ${JSON.stringify(args.ts)} names no message of ${channel.id}.`)
    if (root.ts !== args.ts && args.limit === 1) {
      const one = await findMessage(db, channel, args.ts)
      const messages = await toMessageObjects(db, channel, one ? [one] : [], {
        metadata: args.include_all_metadata,
        reader: caller,
      })
      return { messages, has_more: false, response_metadata: toPageMetadata(undefined) }
    }
    const page = await listReplies(db, channel, root.ts, {
      oldest: after || args.oldest,
      latest: args.latest,
      inclusive: args.inclusive && !after,
      // The root leads the first page and is one of its messages.
      limit: after ? args.limit : Math.max(args.limit - 1, 1),
    })
    const rows = after ? page.messages : [root, ...page.messages]
    return {
      messages: await toMessageObjects(db, channel, rows, { metadata: args.include_all_metadata, reader: caller }),
      has_more: page.hasMore,
      response_metadata: toPageMetadata(page.hasMore ? page.messages.at(-1)?.ts : undefined),
    }
  },
})
