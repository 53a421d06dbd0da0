import { z } from 'zod'
import type { BookmarkRow } from '#domain/bookmarks/bookmarks'

/** The schema of a bookmark. */
export const bookmarkObject = z.object({
  id: z.string(),
  channel_id: z.string(),
  title: z.string(),
  link: z.string(),
  emoji: z.string().describe('`:name:`, or empty.'),
  icon_url: z.null(),
  type: z.literal('link'),
  entity_id: z.string().nullable(),
  date_created: z.int(),
  date_updated: z.int().describe('Unix seconds; 0 if it was never changed.'),
  rank: z.string().describe('Orders the bookmarks of the channel, as text.'),
  last_updated_by_user_id: z.string(),
  last_updated_by_team_id: z.string(),
  shortcut_id: z.null(),
  app_id: z.string().nullable(),
  app_action_id: z.null(),
})

export function toBookmarkObject(row: BookmarkRow): z.input<typeof bookmarkObject> {
  return {
    id: row.id,
    channel_id: row.channel_id,
    title: row.title,
    link: row.link,
    emoji: row.emoji,
    icon_url: null,
    type: 'link',
    entity_id: row.entity_id,
    date_created: Math.floor(row.created_at / 1000),
    date_updated: row.updated_at === row.created_at ? 0 : Math.floor(row.updated_at / 1000),
    rank: row.rank,
    last_updated_by_user_id: row.updated_by,
    last_updated_by_team_id: row.team_id,
    shortcut_id: null,
    app_id: row.app_id,
    app_action_id: null,
  }
}
