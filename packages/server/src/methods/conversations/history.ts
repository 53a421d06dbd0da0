import { z } from 'zod'
import { findReadableChannel } from '#domain/channels/access'
import { listChannelMessages } from '#domain/messages/list'
import { readableChannelErrors } from '#rpc/errors/channelAccess'
import { channelId, cursor, flag, messageTs, limitUpTo } from '#rpc/args/values'
import { boundaryErrors, limitErrors } from '#rpc/errors/page'
import { method } from '#rpc/method'
import { messageObject } from '#objects/messageSchema'
import { toMessageObjects } from '#objects/message'
import { decodeCursor, pageMetadata, readBounds, toPage } from '#objects/page'
import { historyScopes } from '#rpc/scopes'

export const history = method('conversations.history', {
  summary: 'Returns the messages of a conversation, newest first. conversations.replies returns replies.',
  tokens: ['bot', 'user'],
  scopes: historyScopes,
  rate: 'tier3',
  args: z.object({
    channel: channelId,
    oldest: messageTs.optional().describe('Only messages after this ts.'),
    latest: messageTs.optional().describe('Only messages before this ts.'),
    inclusive: flag.default(false).describe('Whether to include messages with exactly these ts.'),
    include_all_metadata: flag.default(false).describe('Whether to include the metadata of messages.'),
    limit: limitUpTo(999, 100),
    cursor,
  }),
  result: z.object({
    messages: z.array(messageObject),
    has_more: z.boolean(),
    pin_count: z.int(),
    response_metadata: pageMetadata,
  }),
  errors: {
    ...readableChannelErrors,
    ...limitErrors,
    ...boundaryErrors,
  },

  async handle(args, { caller, db }) {
    const before = decodeCursor('messages', args.cursor)
    const { oldest, latest } = readBounds(args)
    const channel = await findReadableChannel(db, caller, args.channel)
    const { messages, hasMore } = await listChannelMessages(db, channel, {
      oldest,
      latest,
      inclusive: args.inclusive,
      continues: before || undefined,
      limit: args.limit,
    })
    const keys = messages.map(({ ts }) => ts)
    const objects = await toMessageObjects(db, channel, messages, {
      metadata: args.include_all_metadata,
      reader: caller,
    })
    const page = toPage('messages', objects, keys, hasMore ? keys.at(-1) : undefined)
    return { messages: page.shown, has_more: page.hasMore, pin_count: 0, response_metadata: page.metadata }
  },
})
