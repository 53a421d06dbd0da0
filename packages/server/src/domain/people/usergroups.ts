import type { Db } from '#store/db'

export function listUsergroups(
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
