import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'

/**
 * [NOD-11] Refuses who comes with a token, a session, a webhook or another secret of a team that is in another database. The
 * refusal is one that clients repeat, because a proxy will lead them there.
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
  return new Set((await teamsAway(db).execute()).map(({ team_id: team }) => team))
}

/**
 * [NOD-10] A condition on the rows of teams that take writes here. Every statement that writes rows of all teams needs it: a row of
 * another team makes the whole statement fail.
 */
export function takesWrites(db: Db, team: 'team_id' | `${string}.team_id` = 'team_id'): RawBuilder<boolean> {
  if (db.cache.isSingleWriter) return sql`true`
  return sql`coalesce(${sql.ref(team)}, '') not in ${teamsAway(db)}`
}

function teamsAway(db: Db) {
  return db.selectFrom('team_moves').select('team_id').where('state', 'in', ['closed', 'moved', 'arriving'])
}

/** The teams that are closed because they are being moved. They may be opened here again. */
export function listClosedTeams(db: Db): Promise<string[]> {
  return listTeamsThatAre('closed', db)
}

/** The key of the lock under which a team begins to arrive. Who holds it knows that none does meanwhile. */
export const arrivalsLock = 'arrivals of teams'

/** Whether a team is being copied to here. */
export async function isTeamArriving(db: Db): Promise<boolean> {
  return (await listTeamsThatAre('arriving', db)).length > 0
}

async function listTeamsThatAre(state: 'closed' | 'arriving', db: Db): Promise<string[]> {
  if (db.cache.isSingleWriter) return []
  const rows = await db.selectFrom('team_moves').select('team_id').where('state', '=', state).execute()
  return rows.map(({ team_id: team }) => team)
}
