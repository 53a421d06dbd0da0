import pg from 'pg'
import { onTestFinished } from 'vitest'
import { sql } from 'kysely'
import { installGuards } from '#server/teamMove/guards'
import { setMark } from '#server/teamMove/state'
import { listMovedTables } from '#server/teamMove/tables'
import type { Store } from '#store/db'
import { postgres } from '#testing/database/postgres'
import { jsonColumns } from '#store/tables/columns'

interface Column {
  name: string
  type: string
  required: boolean
}

/** Lets a team be closed or moved that shares the PostgreSQL database of a store with others. */
export async function createTeamBeside({ db }: Store, team: string) {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  const client = new pg.Client({
    connectionString: postgres,
    options: `-c search_path=${rows[0]?.schema}`,
  })
  await client.connect()
  onTestFinished(() => client.end())
  await installGuards(client, await listMovedTables(client))
  return { client, insert, teamsIn, set, open: () => client.query('delete from team_moves') }

  function set(state: 'closed' | 'moved'): Promise<void> {
    return setMark(client, team, { state, move: 'm' })
  }

  /** Inserts a row. Columns that are not given, and that need a value, get one of their type. */
  async function insert(table: string, given: Record<string, unknown>): Promise<void> {
    const columns = await client.query<Column>(
      `select column_name as name, data_type as type, is_nullable = 'NO' and column_default is null as required
       from information_schema.columns where table_schema = current_schema() and table_name = $1`,
      [table],
    )
    const row: Record<string, unknown> = {}
    for (const column of columns.rows) if (column.required) row[column.name] = valueOf(column, given)
    Object.assign(row, given)
    const names = Object.keys(row)
    const places = names.map((_, i) => `$${i + 1}`).join(', ')
    await client.query(`insert into ${table} (${names.join(', ')}) values (${places})`, Object.values(row))
  }

  /** The teams that have rows in a table. */
  async function teamsIn(table: string, where = 'true'): Promise<string[]> {
    const found = await client.query<{ team: string }>(
      `select distinct team_id as team from ${table} where team_id is not null and ${where} order by team_id`,
    )
    return found.rows.map((row) => row.team)
  }
}

const lists: readonly string[] = ['blocks', 'options', 'prompts', 'scopes', 'shared_with']
const json: readonly string[] = jsonColumns

function valueOf({ name, type }: Column, { team_id: team }: Record<string, unknown>): unknown {
  if (type === 'boolean') return false
  if (type !== 'text') return 1
  if (json.includes(name)) return lists.includes(name) ? '[]' : '{}'
  return `${name} of ${String(team)}`
}
