import { z } from 'zod'
import { removeBookmark } from '#domain/bookmarks/bookmarks'
import { findReachableChannel } from '#domain/channels/access'
import { bookmarkArgs, existingBookmarkErrors } from '#rpc/args/bookmark'
import { textUpTo } from '#rpc/args/values'
import { channelAccessErrors } from '#rpc/errors/channelAccess'
import { writingMethod } from '#rpc/method'

export const remove = writingMethod('bookmarks.remove', {
  summary: 'Removes a bookmark from a channel.',
  tokens: ['bot', 'user'],
  scopes: ['bookmarks:write'],
  rate: 'tier2',
  args: z.object({ channel_id: bookmarkArgs.channel_id, bookmark_id: textUpTo(255).describe('The bookmark.') }),
  result: z.object({}),
  errors: { ...channelAccessErrors, ...existingBookmarkErrors },

  async handle(args, { caller: tokenCaller, db }) {
    const { channel, caller } = await findReachableChannel(db, tokenCaller, args.channel_id)
    await removeBookmark(db, caller, channel, args.bookmark_id)
    return {}
  },
})
