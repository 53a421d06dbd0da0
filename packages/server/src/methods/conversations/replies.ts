import { z } from 'zod'
import { findMessage } from '#domain/messages/find'
import { listReplies } from '#domain/messages/list'
import { findThreadRoot } from '#domain/threads/root'
import { findReadableChannel } from '#domain/channels/access'
import { readableChannelErrors } from '#rpc/errors/channelAccess'
import { channelId, cursor, flag, messageTs, limitUpTo } from '#rpc/args/values'
import { boundaryErrors, limitErrors } from '#rpc/errors/page'
import { method } from '#rpc/method'
import { messageObject } from '#objects/messageSchema'
import { toMessageObjects } from '#objects/message'
import { decodeCursor, pageMetadata, readBounds, toPage, toPageMetadata } from '#objects/page'
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
    limit: limitUpTo(1000, 1000),
    cursor,
  }),
  result: z.object({ messages: z.array(messageObject), has_more: z.boolean(), response_metadata: pageMetadata }),
  errors: {
    ...readableChannelErrors,
    thread_not_found: {
      wrong: '`ts` names no message of the channel.',
      cause: 'It is malformed, belongs to another channel, or its message was deleted.',
      remedy: 'Send the `ts` of the message as a string: as a number it loses its last digits.',
    },
    ...limitErrors,
    ...boundaryErrors,
  },

  async handle(args, { caller, db, refuse }) {
    const after = decodeCursor('replies', args.cursor)
    const { oldest, latest } = readBounds(args)
    const channel = await findReadableChannel(db, caller, args.channel)
    const root = await findThreadRoot(db, channel, args.ts)
    if (root && root.ts !== args.ts && args.limit === 1) {
      const one = await findMessage(db, channel, args.ts)
      const messages = await toMessageObjects(db, channel, one ? [one] : [], {
        metadata: args.include_all_metadata,
        reader: caller,
      })
      return { messages, has_more: false, response_metadata: toPageMetadata('replies', undefined) }
    }
    // The root leads the first page and is one of its messages. [MSG-9] A thread may have none.
    const lead = root && !after ? [root] : []
    const threadTs = root?.ts ?? (await findMessage(db, channel, args.ts))?.thread_ts ?? args.ts
    const page = await listReplies(db, channel, threadTs, {
      oldest,
      latest,
      inclusive: args.inclusive,
      continues: after || undefined,
      limit: args.limit - lead.length,
    })
    const rows = [...lead, ...page.messages]
    if (!root && rows.length === 0 && !after)
      throw refuse('thread_not_found', `"ts": ${JSON.stringify(args.ts)} names no message of ${channel.id}.`)
    const keys = rows.map(({ ts }) => ts)
    const objects = await toMessageObjects(db, channel, rows, { metadata: args.include_all_metadata, reader: caller })
    const { shown, hasMore, metadata } = toPage('replies', objects, keys, page.hasMore ? keys.at(-1) : undefined)
    return { messages: shown, has_more: hasMore, response_metadata: metadata }
  },
})
