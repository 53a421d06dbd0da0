import type pg from 'pg'
import type { MovedTable } from './tables.ts'

export interface Rows {
  count: string
  /** Over the text of all rows, in any order. */
  sum: string
}

/** About how many characters are in memory at once. */
const batchCharacters = 4_000_000
const mostRows = 5000

/**
 * Copies the rows of a team from one database to another. Both have the same columns in the same order, so a row is one text.
 * `from` has to be in a transaction. Returns how many there were.
 */
export async function copyTable(
  from: pg.ClientBase,
  to: pg.ClientBase,
  { name, rows, isShared }: MovedTable,
  team: string,
  signal: AbortSignal,
): Promise<number> {
  await from.query(`declare copied no scroll cursor for select t::text as row from ${name} t where ${rows}`, [team])
  let [copied, size] = [0, 100]
  for (;;) {
    signal.throwIfAborted()
    const found = await from.query<{ row: string }>(`fetch ${size} from copied`)
    if (found.rows.length === 0) break
    const texts = found.rows.map(({ row }) => row)
    await insertRows(to, name, texts, isShared)
    copied += texts.length
    const characters = texts.reduce((sum, text) => sum + text.length, 0) / texts.length
    size = Math.max(1, Math.min(mostRows, Math.floor(batchCharacters / characters)))
  }
  await from.query('close copied')
  return copied
}

async function insertRows(to: pg.ClientBase, table: string, rows: readonly string[], isShared: boolean): Promise<void> {
  const orLeave = isShared ? 'on conflict do nothing' : ''
  await to.query(`insert into ${table} select r.* from unnest($1::${table}[]) r ${orLeave}`, [rows])
}

/** How many changes are taken up at once. */
const changesAtOnce = 2000

/**
 * Takes up what was changed in tables that had been copied already. A change that was not committed yet when the notes of it are
 * taken has one of its own. Returns how many notes there were.
 */
export async function copyChanges(
  from: pg.ClientBase,
  to: pg.ClientBase,
  tables: readonly MovedTable[],
  team: string,
): Promise<number> {
  const noted = await from.query<{ of_table: string; key: string }>(
    `delete from team_move_changes where team_id = $1 and n in
      (select n from team_move_changes where team_id = $1 order by n limit $2) returning of_table, key`,
    [team, changesAtOnce],
  )
  const byTable = Map.groupBy(noted.rows, ({ of_table: table }) => table)
  for (const table of tables) {
    const keys = [...new Set(byTable.get(table.name)?.map(({ key }) => key))]
    if (keys.length === 0) continue
    const columns = table.key.filter((column) => column !== 'team_id')
    const isOne = columns.map((column, i) => `t.${column} = k.key ->> ${i}`).join(' and ')
    const ofKeys = `(select unnest($2::text[])::jsonb as key) k`
    const found = await from.query<{ row: string }>(
      `select t::text as row from ${ofKeys} join ${table.name} t on t.team_id = $1 and ${isOne}`,
      [team, keys],
    )
    await to.query(`delete from ${table.name} t using ${ofKeys} where t.team_id = $1 and ${isOne}`, [team, keys])
    await insertRows(
      to,
      table.name,
      found.rows.map(({ row }) => row),
      false,
    )
  }
  return noted.rows.length
}

/** What a database has of a table: how many rows of the team, and a sum over all of their text. */
export async function measureTable(
  client: pg.ClientBase,
  table: MovedTable,
  team: string,
  withSum = true,
): Promise<Rows> {
  const sum = withSum ? `coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text` : `''`
  const { rows } = await client.query<Rows>(
    `select count(*)::int8::text as count, ${sum} as sum from ${table.name} t where ${table.rows}`,
    [team],
  )
  return rows[0] ?? { count: '0', sum: '' }
}

/** Throws an error if two databases do not have the same of a table. */
export function expectSame(table: MovedTable, from: Rows, to: Rows): void {
  if (from.count === to.count && from.sum === to.sum) return
  throw new Error(
    `The copy of ${table.name} is not what it should be: ${from.count} rows (${from.sum}) in --from, ${to.count} (${to.sum}) in --to. If a second run says so too, it is a defect.`,
  )
}
