import { maxLength } from '#domain/lengths'
import { channelId, textUpTo } from './values.ts'

/** The arguments that describe a bookmark. */
export const bookmarkArgs = {
  channel_id: channelId.describe('The channel of the bookmark.'),
  title: textUpTo(maxLength.title).describe('The title that people see.'),
  link: textUpTo(maxLength.bookmarkLink).describe('The address, which begins with `https://` or `http://`.'),
  emoji: textUpTo(maxLength.emojiName).describe('The name of an emoji that is shown before the title: `:books:`.'),
}

/** What a method that takes the fields of a bookmark may answer. */
export const bookmarkErrors = {
  invalid_link: {
    wrong: '`link` is not an address.',
    cause: 'It is malformed, or begins with something other than `https://` or `http://`.',
    remedy: 'Send a whole address.',
  },
  invalid_emoji: {
    wrong: '`emoji` is not an emoji.',
    cause: 'It is neither a standard emoji nor one of the team’s own.',
    remedy: 'Send its name, as in `:books:`. emoji.list has the team’s own emoji.',
  },
} as const

/** What a method that takes an existing bookmark may answer. */
export const existingBookmarkErrors = {
  not_found: {
    wrong: 'The channel has no such bookmark.',
    cause: '`bookmark_id` is unknown, belongs to another channel, or its bookmark was removed.',
    remedy: 'List the bookmarks of the channel with bookmarks.list.',
  },
} as const
