import type pg from 'pg'

/** Tables that may be large, and that nobody looks into without naming a team: they are copied while the team works. */
export const copiedAhead: readonly string[] = [
  'followed_threads',
  'mentions',
  'message_versions',
  'messages',
  'pictures',
  'reactions',
  'search_entries',
]
/**
 * Tables with a team that do not go along: requests that wait for seconds, what is known of moves, and pushes. Browsers
 * subscribe again, with the key of the other servers [NTF-8].
 */
export const leftBehind: readonly string[] = [
  'handovers',
  'moved_hashes',
  'push_subscriptions',
  'pushes',
  'team_move_changes',
  'team_moves',
  'windows_in_sight',
]
/** Those of them that still say where the team is when it has moved. */
export const marks: ReadonlySet<string> = new Set(['moved_hashes', 'team_moves'])
/** Tables of a server and its database. The bytes in `file_parts` are copied as files. */
export const ofServer: readonly string[] = [
  'app_requests',
  'enterprises',
  'file_parts',
  'kysely_migration',
  'kysely_migration_lock',
  'leases',
  'meta',
  'nodes',
  'server_secrets',
  'socket_tickets',
]

/** The apps of the team $1. They may be installed in others too. */
export const appsOfTeam = `select app_id from installations where team_id = $1 union select id from apps where made_in = $1`
/** Those of them that are installed in no other team here. */
export const appsOfTeamAlone = `select app_id from (${appsOfTeam}) a (app_id)
  where not exists (select from installations i where i.app_id = a.app_id and i.team_id <> $1)`

/** Which rows `t` of tables that other teams use as well go along with the team $1. */
const sharedRows: Record<string, string> = {
  apps: `t.id in (${appsOfTeam})`,
  refresh_tokens: `t.token_hash in (select hash from tokens where team_id = $1)`,
  teams: `t.id = $1`,
  tokens: `t.team_id = $1 or (t.team_id is null and t.kind = 'app' and t.app_id in (${appsOfTeam}))`,
}

export interface MovedTable {
  name: string
  columns: string[]
  /** The columns of its primary key. */
  key: string[]
  /** A condition on its rows `t`: those that belong to the team $1. */
  rows: string
  isCopiedAhead: boolean
  /** The column with the team. Undefined if the rows have none. */
  teamColumn: string | undefined
  /** Other teams may have the same rows. */
  isShared: boolean
}

/**
 * The tables of a team, as the schema has them: a table with a `team_id` cannot be forgotten. Throws an error for one without
 * of which nobody has said where it goes.
 */
export async function listMovedTables(client: pg.ClientBase): Promise<MovedTable[]> {
  const { rows } = await client.query<{ table: string; columns: string[]; key: string[] }>(`
    select c.relname as table,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum)
        as columns,
      array(select attname::text from pg_index i, unnest(i.indkey::int[]) with ordinality as k (n, nth)
        join pg_attribute a on a.attnum = k.n where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid order by nth)
        as key
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by c.relname`)
  return rows.flatMap(({ table, columns, key }) => {
    const shared = sharedRows[table]
    const hasTeam = columns.includes('team_id')
    if (ofServer.includes(table) || leftBehind.includes(table)) return []
    if (!hasTeam && shared === undefined)
      throw new Error(`It is not known which rows of the table ${table} belong to a team. Nothing was changed.`)
    const teamColumn = hasTeam ? 'team_id' : table === 'teams' ? 'id' : undefined
    return {
      name: table,
      columns,
      key,
      rows: shared ?? 't.team_id = $1',
      isCopiedAhead: copiedAhead.includes(table),
      teamColumn,
      isShared: shared !== undefined && table !== 'teams',
    }
  })
}
