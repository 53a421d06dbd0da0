import { canonicalEmojiName } from '@rivulet/blocks/emoji'
import type { Db } from '#store/db'

/** Custom emoji by name: an address, or `alias:other`. */
export async function listCustomEmoji(db: Db, teamId: string): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('emoji')
    .select(['name', 'value'])
    .where('team_id', '=', teamId)
    .orderBy('name')
    .execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** [RCT-1] The canonical name of an emoji, a standard one or one of the team's own; undefined if there is none. */
export async function findEmoji(db: Db, teamId: string, name: string): Promise<string | undefined> {
  const standard = canonicalEmojiName(name)
  if (standard !== undefined) return standard
  const own = await db
    .selectFrom('emoji')
    .select('name')
    .where('team_id', '=', teamId)
    .where('name', '=', name)
    .executeTakeFirst()
  return own?.name
}
