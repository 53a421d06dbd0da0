import { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'

/**
 * [NOD-11] Refuses who comes with a token, a session or a webhook of a team that is in another database. The refusal is one
 * that clients repeat, because a proxy will lead them there.
 */
export async function refuseIfMoved(db: Db, hash: string): Promise<void> {
  if ((await listMovedHashes(db, [hash])).size > 0)
    throw new Refusal('service_unavailable', 'The team is in another database, and this server does not serve it.', {
      retryAfter: 1,
    })
}

/** Those of the hashes that belong to teams in other databases. */
export async function listMovedHashes(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (db.cache.isSingleWriter || hashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('moved_hashes')
    .select('hash')
    .where('hash', 'in', [...hashes])
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}

/** The teams that are in another database, or on their way. */
export async function listTeamsAway(db: Db): Promise<Set<string>> {
  if (db.cache.isSingleWriter) return new Set()
  const rows = await db
    .selectFrom('team_moves')
    .select('team_id')
    .where('state', 'in', ['closed', 'moved', 'arriving'])
    .execute()
  return new Set(rows.map(({ team_id: team }) => team))
}

/** Whether a team is being copied to here. */
export async function isTeamArriving(db: Db): Promise<boolean> {
  if (db.cache.isSingleWriter) return false
  const arriving = db.selectFrom('team_moves').select('team_id').where('state', '=', 'arriving').limit(1)
  return (await arriving.executeTakeFirst()) !== undefined
}
