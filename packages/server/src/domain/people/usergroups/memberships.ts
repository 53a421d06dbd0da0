import { CacheRegion } from '#store/cache'
import type { Db } from '#store/db'
import { listUsergroups } from './find.ts'

/** The ids of the groups in use that each member of a team is in. */
const memberships = new CacheRegion<ReadonlyMap<string, readonly string[]>>((entry) =>
  entry.kind === 'usergroup' ? entry.team_id : undefined,
)

/** The ids of the user groups in use that somebody is in. */
export async function listUsergroupIdsOf(db: Db, teamId: string, userId: string): Promise<readonly string[]> {
  const found = await memberships.get(db, teamId, () => loadMemberships(db, teamId))
  return found.get(userId) ?? []
}

async function loadMemberships(db: Db, teamId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const groups = new Map<string, string[]>()
  for (const { id, users, disabled_at: disabledAt } of await listUsergroups(db, teamId))
    if (disabledAt === null) for (const user of users) groups.set(user, [...(groups.get(user) ?? []), id])
  return groups
}
