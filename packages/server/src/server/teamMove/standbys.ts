import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './connect.ts'

/**
 * The standbys that are connected, and whether each has what was committed before a position of the log. What only keeps the log
 * replays nothing, and subscribers of single tables do not take over.
 */
const connected = `
select application_name || coalesce(' at ' || host(client_addr), '') as name, coalesce(flush_lsn >= $1::pg_lsn, false) as "hasIt"
from pg_stat_replication where replay_lsn is not null
  and not exists (select from pg_replication_slots where active_pid = pid and slot_type = 'logical')`

/**
 * [NOD-13] Waits until the standbys of a database have on their disks what is committed there now, so that nothing of it is lost if one
 * takes over. One that lagged and is connected no more may come back without it.
 */
export async function waitForStandbys(database: Database, waitMs: number, signal: AbortSignal): Promise<void> {
  const { side, client } = database
  const position = await findPosition(database)
  if (position === undefined) return
  const behind = new Set<string>()
  for (const until = performance.now() + waitMs; ; await sleep(50, undefined, { signal })) {
    const { rows } = await client.query<{ name: string; hasIt: boolean }>(connected, [position])
    for (const { name, hasIt } of rows) if (hasIt) behind.delete(name)
    // Two may have one name.
    for (const { name, hasIt } of rows) if (!hasIt) behind.add(name)
    if (behind.size === 0) return
    if (performance.now() > until)
      throw new Error(
        `After ${waitMs / 1000} seconds, not all of it has arrived at a standby of --${side}: ${[...behind].join(', ')}. Let it catch up, or remove it.`,
      )
  }
}

/**
 * Standbys may be far behind after all that is copied ahead. Then they have to keep pace: while they are waited for once more at the
 * end, people may still read at the old place.
 */
export async function waitForStandbysAhead(database: Database, waitMs: number, signal: AbortSignal): Promise<void> {
  await waitForStandbys(database, 10 * waitMs, signal)
  await waitForStandbys(database, waitMs, signal)
}

/** [OPS-12] Refuses a user who may not see how far the standbys of a database are. */
export async function checkSight(database: Database): Promise<void> {
  await findPosition(database)
}

/** Where the log ends now. Undefined without standbys. PostgreSQL shows a user without the rights that there is one, and no more. */
async function findPosition({ side, client }: Database): Promise<string | undefined> {
  const { rows } = await client.query<{ user: string; position: string; isHidden: boolean }>(`
    select current_user as user, pg_current_wal_lsn()::text as position, bool_or(state is null) as "isHidden"
    from pg_stat_replication having count(*) > 0`)
  const [found] = rows
  if (found?.isHidden)
    throw new Error(
      `The user ${found.user} may not see how far the standbys of --${side} are, so one that takes over just after the move could lose the team. Let this user see it: grant pg_monitor to ${found.user}`,
    )
  return found?.position
}
