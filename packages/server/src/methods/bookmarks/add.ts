import { z } from 'zod'
import { addBookmark } from '#domain/bookmarks/bookmarks'
import { findReachableChannel } from '#domain/channels/access'
import { bookmarkObject, toBookmarkObject } from '#objects/bookmark'
import { bookmarkArgs, bookmarkErrors } from '#rpc/args/bookmark'
import { textUpTo } from '#rpc/args/values'
import { channelAccessErrors } from '#rpc/errors/channelAccess'
import { writingMethod } from '#rpc/method'

export const add = writingMethod('bookmarks.add', {
  summary: 'Adds a bookmark to a channel.',
  tokens: ['bot', 'user'],
  scopes: ['bookmarks:write'],
  rate: 'tier2',
  args: z.object({
    ...bookmarkArgs,
    type: textUpTo(255).describe('`link`.'),
    link: bookmarkArgs.link.optional(),
    emoji: bookmarkArgs.emoji.optional(),
    entity_id: textUpTo(255).optional().describe('Kept and returned as it is.'),
    parent_id: textUpTo(255).optional().describe('There are no folders: refused unless it is empty.'),
  }),
  result: z.object({ bookmark: bookmarkObject }),
  errors: {
    ...channelAccessErrors,
    ...bookmarkErrors,
    invalid_bookmark_type: {
      wrong: '`type` is not `link`.',
      cause: 'Bookmarks are links.',
      remedy: 'Send `link`. The permalink of a message or a file is a link too.',
    },
    invalid_parent_type: {
      wrong: '`parent_id` names no folder.',
      cause: 'Bookmarks have no folders here.',
      remedy: 'Leave `parent_id` out.',
    },
    too_many_bookmarks: {
      wrong: 'The channel has 100 bookmarks.',
      cause: 'That is the limit.',
      remedy: 'Remove a bookmark first.',
    },
  },

  async handle(args, { caller: tokenCaller, db, refuse }) {
    const { channel, caller } = await findReachableChannel(db, tokenCaller, args.channel_id)
    if (args.type !== 'link')
      throw refuse('invalid_bookmark_type', `"type": ${JSON.stringify(args.type)} is not "link".`)
    if (args.parent_id) throw refuse('invalid_parent_type', 'Bookmarks have no folders here: leave `parent_id` out.')
    const { title, link = '', emoji = '', entity_id: entityId } = args
    return { bookmark: toBookmarkObject(await addBookmark(db, caller, channel, { title, link, emoji, entityId })) }
  },
})
