import { z } from 'zod'
import { editBookmark } from '#domain/bookmarks/bookmarks'
import { findReachableChannel } from '#domain/channels/access'
import { bookmarkObject, toBookmarkObject } from '#objects/bookmark'
import { bookmarkArgs, bookmarkErrors, existingBookmarkErrors } from '#rpc/args/bookmark'
import { textUpTo } from '#rpc/args/values'
import { channelAccessErrors } from '#rpc/errors/channelAccess'
import { writingMethod } from '#rpc/method'

export const edit = writingMethod('bookmarks.edit', {
  summary: 'Changes the title, the link or the emoji of a bookmark.',
  tokens: ['bot', 'user'],
  scopes: ['bookmarks:write'],
  rate: 'tier2',
  args: z.object({
    channel_id: bookmarkArgs.channel_id,
    bookmark_id: textUpTo(255).describe('The bookmark.'),
    title: bookmarkArgs.title.optional(),
    link: bookmarkArgs.link.optional(),
    emoji: bookmarkArgs.emoji.optional(),
  }),
  result: z.object({ bookmark: bookmarkObject }),
  errors: { ...channelAccessErrors, ...existingBookmarkErrors, ...bookmarkErrors },

  async handle(args, { caller: tokenCaller, db }) {
    const { channel, caller } = await findReachableChannel(db, tokenCaller, args.channel_id)
    const { bookmark_id: id, title, link, emoji } = args
    return { bookmark: toBookmarkObject(await editBookmark(db, caller, channel, { id, title, link, emoji })) }
  },
})
