import type pg from 'pg'
import { inTransaction, setMark } from './state.ts'
import { appsOfTeam, appsOfTeamAlone, type MovedTable, leftBehind, marks } from './tables.ts'

const deletedAtOnce = 5000

/** The hashes of all secrets with which people and apps come to the team $1, and those of its `apps` alone. */
const hashesOf = (apps: string) => `
select hash from sessions where team_id = $1
union select hash from webhooks where team_id = $1
union select hash from oauth_codes where team_id = $1
union select hash from response_urls where team_id = $1
union select ticket from files where team_id = $1 and state = 'expected' and ticket is not null
union select r.hash from refresh_tokens r join tokens t on t.hash = r.token_hash where t.team_id = $1
union select hash from tokens where team_id = $1
union select hash from tokens where team_id is null and kind = 'app' and app_id in (${apps})`

/** The hashes of what may arrive at the new place before the team does: there it is told to come again. */
export async function announceHashes(from: pg.ClientBase, to: pg.ClientBase, team: string): Promise<void> {
  const { rows } = await from.query<{ hash: string }>(hashesOf(appsOfTeam), [team])
  await to.query(
    `insert into moved_hashes (team_id, hash) select $1, h from unnest($2::text[]) as h
     where not exists (select from tokens where hash = h) on conflict do nothing`,
    [team, rows.map(({ hash }) => hash)],
  )
}

/** Whoever had used a token before it was revoked is told by the log: nodes drop what they remember, and close its sockets. */
const takeTokens = `
with given as (
  insert into tokens select r.* from unnest($2::tokens[]) r
  on conflict (hash) do update set revoked = true where excluded.revoked and not tokens.revoked
  returning hash
), told as (
  update team_log set last = last + n, changed = last + n from (select count(*) as n from given) g
  where team_id = $1 and n > 0 returning last
)
insert into log (seq, team_id, kind, subject, at)
select last + 1 - row_number() over (), $1, 'token', hash, (extract(epoch from clock_timestamp()) * 1000)::bigint
from told, given`

/**
 * [NOD-12] Takes the app-level tokens of the team's apps along once more. They belong to no team, so nothing has kept anybody from
 * issuing and revoking them since they were copied. A token that was revoked at one of the two places is revoked. Returns whether
 * any was taken.
 */
async function takeAppTokens(from: pg.ClientBase, to: pg.ClientBase, team: string): Promise<boolean> {
  const { rows } = await from.query<{ row: string }>(
    `select t::text as row from tokens t where team_id is null and kind = 'app' and app_id in (${appsOfTeam}) for update`,
    [team],
  )
  const { rowCount } = await to.query(takeTokens, [team, rows.map(({ row }) => row)])
  return Boolean(rowCount)
}

/**
 * [NOD-11] Tells the nodes of the old database that the team is elsewhere: its log has another history there, so they forget what they
 * remember and let everybody go who watches. Its secrets leave their hashes behind. `standbysHave` waits for the standbys of the
 * new database.
 */
export async function markMoved(
  from: pg.ClientBase,
  to: pg.ClientBase,
  { team, move }: { team: string; move: string },
  standbysHave: () => Promise<void>,
): Promise<void> {
  await inTransaction(from, 'begin', async () => {
    await setMark(from, team, { state: 'moved', move })
    if (await takeAppTokens(from, to, team)) await standbysHave()
    await from.query(
      `insert into moved_hashes (team_id, hash) select $1, hash from (${hashesOf(appsOfTeamAlone)}) h on conflict do nothing`,
      [team],
    )
    await from.query(`delete from refresh_tokens where token_hash in (select hash from tokens where team_id = $1)`, [
      team,
    ])
    await from.query(
      `delete from tokens where team_id = $1 or (team_id is null and kind = 'app' and app_id in (${appsOfTeamAlone}))`,
      [team],
    )
    await from.query(`delete from apps where id in (${appsOfTeamAlone})`, [team])
    for (const table of ['sessions', 'webhooks', 'installations'])
      await from.query(`delete from ${table} where team_id = $1`, [team])
    await from.query(
      `with told as (
        update team_log set history = history + 1, last = last + 1, changed = last + 1 where team_id = $1 returning last
      ) insert into log (seq, team_id, kind, at) select last, $1, 'team', 0 from told`,
      [team],
    )
  })
}

/** Deletes what the old database still has of a team that has moved. Only the marks and the row that tells nodes of it stay. */
export async function deleteTeam(
  from: pg.ClientBase,
  tables: readonly MovedTable[],
  team: string,
  signal: AbortSignal,
): Promise<void> {
  for (const { name, teamColumn } of tables) {
    if (teamColumn === undefined || name === 'team_log') continue
    const batch = `select ctid from ${name} where ${teamColumn} = $1 limit ${deletedAtOnce}`
    for (let isFull = true; isFull;) {
      signal.throwIfAborted()
      const result = await from.query(`delete from ${name} where ctid = any(array(${batch}))`, [team])
      isFull = result.rowCount === deletedAtOnce
    }
  }
  for (const name of leftBehind)
    if (!marks.has(name)) await from.query(`delete from ${name} where team_id = $1`, [team])
}

/** Deletes what a move that was not finished has left at the new place. */
export async function clearArrival(to: pg.ClientBase, tables: readonly MovedTable[], team: string): Promise<void> {
  for (const { name, teamColumn, isCopiedAhead } of tables)
    if (isCopiedAhead && teamColumn !== undefined)
      await to.query(`delete from ${name} where ${teamColumn} = $1`, [team])
}

/** Lets a team that has not arrived work where it was. */
export async function reopen(from: pg.ClientBase, team: string): Promise<void> {
  await from.query(`delete from team_moves where team_id = $1 and state in ('leaving', 'closed')`, [team])
  await from.query('delete from team_move_changes where team_id = $1', [team])
}

/** Removes what is at the new place of a team that has not arrived. */
export async function forgetArrival(to: pg.ClientBase, tables: readonly MovedTable[], team: string): Promise<void> {
  await clearArrival(to, tables, team)
  // A team that had moved away from there has left the row of its log.
  const { rowCount } = await to.query(
    `update team_moves set state = 'moved' where team_id = $1 and state = 'arriving' and team_id in (select team_id from team_log)`,
    [team],
  )
  if (!rowCount)
    await inTransaction(to, 'begin', async () => {
      await to.query('delete from moved_hashes where team_id = $1', [team])
      await to.query(`delete from team_moves where team_id = $1 and state = 'arriving'`, [team])
    })
}
