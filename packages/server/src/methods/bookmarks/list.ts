import { z } from 'zod'
import { listBookmarks } from '#domain/bookmarks/bookmarks'
import { findReadableChannel } from '#domain/channels/access'
import { pageMetadata, toPageOfList } from '#objects/page'
import { bookmarkObject, toBookmarkObject } from '#objects/bookmark'
import { readableChannelErrors } from '#rpc/errors/channelAccess'
import { channelId, cursor } from '#rpc/args/values'
import { pageErrors } from '#rpc/errors/page'
import { method } from '#rpc/method'

export const list = method('bookmarks.list', {
  summary: 'Lists the bookmarks of a channel, in the order in which they were added.',
  tokens: ['bot', 'user'],
  scopes: ['bookmarks:read'],
  rate: 'tier3',
  args: z.object({ channel_id: channelId.describe('The channel.'), cursor }),
  result: z.object({ bookmarks: z.array(bookmarkObject), response_metadata: pageMetadata.optional() }),
  errors: {
    ...pageErrors,
    ...readableChannelErrors,
  },

  async handle(args, { caller, db }) {
    const channel = await findReadableChannel(db, caller, args.channel_id)
    const bookmarks = (await listBookmarks(db, channel)).map(toBookmarkObject)
    const { shown, page } = toPageOfList('bookmarks', bookmarks, ({ id }) => id, args.cursor)
    return { bookmarks: shown, ...page }
  },
})
