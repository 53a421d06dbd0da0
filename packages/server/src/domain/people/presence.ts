import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller'
import { deleteBatchOf } from '#domain/sweep/inBatches'
import { findAppProfiles } from '#domain/apps/profiles'
import { logEntry } from '#domain/log/entry'
import { listUsersById, type UserRow } from '#domain/people/users'
import type { Db, Tx } from '#store/db'

/** [PRE-1] How long a person counts as active after they used the client. */
const activeMs = 600_000
/** [PRE-1] For how long a browser still counts that has left, since pages are loaded again. */
const leavingMs = 30_000
/** A browser reports more often than this without effect. */
const reportMs = 60_000
/** For who is always active. */
const forever = 8_640_000_000_000_000

export interface Presence {
  away: boolean
  /** Until when they are active if nothing more happens; 0 if they are not. */
  activeUntil: number
  connections: number
  lastActivity: number | undefined
}

/** [PRE-1] A person uses the client in one of their browsers. */
export async function reportActivity(tx: Tx, person: Caller, connection: string): Promise<void> {
  const now = tx.clock.now()
  const row = { team_id: person.teamId, user_id: person.userId, id: connection }
  const known = await connectionRow(tx, row).executeTakeFirst()
  if (known && known.active_at > now - reportMs && known.active_at <= now) return
  const times = { active_at: now, kept_until: now + activeMs }
  await tx
    .insertInto('connections')
    .values({ ...row, ...times })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id', 'id']).doUpdateSet(times))
    .execute()
  tx.work.log(logEntry('presence', person.teamId, { subject: person.userId }))
}

/** [PRE-1] A browser has left. */
export async function reportDeparture(tx: Tx, person: Caller, connection: string): Promise<void> {
  const end = tx.clock.now() + leavingMs
  const changed = await tx
    .updateTable('connections')
    .set({ kept_until: end })
    .where('team_id', '=', person.teamId)
    .where('user_id', '=', person.userId)
    .where('id', '=', connection)
    .where('kept_until', '>', end)
    .returning('id')
    .execute()
  if (changed.length > 0) tx.work.log(logEntry('presence', person.teamId, { subject: person.userId }))
}

/** [PRE-2] A person or bot says that they are away, or leaves it to what they do. */
export async function setAway(tx: Tx, { teamId, userId }: Caller, away: boolean): Promise<void> {
  const changed = await tx
    .updateTable('users')
    .set({ away })
    .where('team_id', '=', teamId)
    .where('id', '=', userId)
    .where('away', '!=', away)
    .returning('id')
    .execute()
  if (changed.length === 0) return
  tx.work.log(logEntry('user', teamId, { subject: userId }))
  tx.work.log(logEntry('presence', teamId, { subject: userId }))
}

/** The presence of users of one team, by id. Ids that nobody has are left out. */
export async function findPresence(db: Db, teamId: string, ids: readonly string[]): Promise<Map<string, Presence>> {
  const users = await listUsersById(db, teamId, ids)
  if (users.length === 0) return new Map()
  const now = db.clock.now()
  const rows = await db
    .selectFrom('connections')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('user_id', 'in', ids)
    .where('kept_until', '>', now)
    .execute()
  const apps = await findAppProfiles(
    db,
    users.flatMap(({ app_id: appId }) => appId ?? []),
  )
  return new Map(
    users.map((user) => {
      const own = rows.filter(({ user_id: id }) => id === user.id)
      const until = apps.get(user.app_id ?? '')?.alwaysOnline
        ? forever
        : Math.max(0, ...own.map((row) => row.kept_until))
      return [user.id, toPresence(user, own, until)]
    }),
  )
}

function toPresence({ away, deleted }: UserRow, rows: readonly { active_at: number }[], until: number): Presence {
  return {
    away,
    activeUntil: away || deleted ? 0 : until,
    connections: rows.length,
    lastActivity: rows.length === 0 ? undefined : Math.max(...rows.map((row) => row.active_at)),
  }
}

/** Removes browsers whose time is over, which nobody counts any more. */
export function deleteEndedConnections(tx: Tx): Promise<number> {
  return deleteBatchOf(tx, 'connections', ['team_id', 'user_id', 'id'], sql`kept_until <= ${tx.clock.now()}`)
}

function connectionRow(db: Db, row: { team_id: string; user_id: string; id: string }) {
  return db
    .selectFrom('connections')
    .select('active_at')
    .where('team_id', '=', row.team_id)
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
}
