import type { Db } from '#store/db'

/** Custom emoji by name: an address, or `alias:other`. */
export async function listCustomEmoji(db: Db, teamId: string): Promise<Record<string, string>> {
  const rows = await db.selectFrom('emoji').select(['name', 'value']).where('team_id', '=', teamId).execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
