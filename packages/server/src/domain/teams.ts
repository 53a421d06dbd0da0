import type { Db } from '#store/db'

export function usergroupsOf(
  db: Db,
  teamId: string,
): Promise<{ id: string; handle: string; name: string; users: string[] }[]> {
  return db
    .selectFrom('usergroups')
    .select(['id', 'handle', 'name', 'users'])
    .where('team_id', '=', teamId)
    .orderBy('handle')
    .execute()
}

/** Custom emoji by name: an address, or `alias:other`. */
export async function emojiOf(db: Db, teamId: string): Promise<Record<string, string>> {
  const rows = await db.selectFrom('emoji').select(['name', 'value']).where('team_id', '=', teamId).execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
