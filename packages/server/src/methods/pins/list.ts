import { z } from 'zod'
import { findReadableChannel } from '#domain/channels/access'
import { readableChannelErrors } from '#rpc/errors/channelAccess'
import { channelId, cursor } from '#rpc/args/values'
import { cursorIfNeeded, pageMetadata } from '#objects/page'
import { pageErrors } from '#rpc/errors/page'
import { method } from '#rpc/method'
import { pinnedItem, toPinnedItems } from '#objects/pin'

export const list = method('pins.list', {
  summary: 'Lists the messages that are pinned to a channel, the newest pin first.',
  tokens: ['bot', 'user'],
  scopes: ['pins:read'],
  rate: 'tier2',
  args: z.object({ channel: channelId.describe('The channel.'), cursor }),
  result: z.object({ items: z.array(pinnedItem), response_metadata: pageMetadata.optional() }),
  errors: {
    ...pageErrors,
    ...readableChannelErrors,
  },

  async handle(args, { caller, db }) {
    const channel = await findReadableChannel(db, caller, args.channel)
    const { items, next } = await toPinnedItems(db, channel, caller, args.cursor)
    return { items, ...cursorIfNeeded('pins', args.cursor, next).page }
  },
})
