import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Tables } from '#store/tables/tables'
import type { Database } from './connect.ts'

type State = Tables['team_moves']['state']

/** What a database knows of a move of a team. */
export interface Mark {
  state: State
  move: string
}

export interface Team {
  id: string
  name: string
  domain: string
}

/** [NOD-13] Lets no second command move the same team. The locks end with the connections. */
export async function lockMove({ side, client }: Database, team: string, waitMs: number): Promise<void> {
  // What a command that was killed had sent may still be under way.
  for (const until = performance.now() + waitMs; ; await new Promise((done) => setTimeout(done, 100))) {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(7072, hashtext(current_schema() || ' ' || $1)) as locked`,
      [team],
    )
    if (rows[0]?.locked) return
    if (performance.now() > until)
      throw new Error(`Another command is moving the team ${team} from or to the database of --${side}. Wait for it.`)
  }
}

/** The team with this id or domain. */
export async function findTeam(client: pg.ClientBase, name: string): Promise<Team | undefined> {
  const { rows } = await client.query<Team>(
    'select id, name, domain from teams where id = $1 or domain = $1 order by id <> $1',
    [name],
  )
  return rows[0]
}

export async function findMark(client: pg.ClientBase, team: string): Promise<Mark | undefined> {
  const { rows } = await client.query<Mark>('select state, move from team_moves where team_id = $1', [team])
  return rows[0]
}

/** The id of a move that begins. It names the database from which the team goes. */
export async function newMove(from: pg.ClientBase): Promise<string> {
  return `${await nameDatabase(from)} ${randomUUID()}`
}

/** Whether a move goes from this database. */
export async function comesFrom(from: pg.ClientBase, move: string): Promise<boolean> {
  return move.startsWith(`${await nameDatabase(from)} `)
}

/** By its epoch: a database into which a backup was restored has another. */
async function nameDatabase(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ value: string }>(`select value from meta where key = 'epoch'`)
  return rows[0]?.value ?? ''
}

export async function setMark(client: pg.ClientBase, team: string, { state, move }: Mark): Promise<void> {
  await client.query(
    `insert into team_moves (team_id, state, move, at) values ($1, $2, $3, (extract(epoch from clock_timestamp()) * 1000)::bigint)
     on conflict (team_id) do update set state = excluded.state, move = excluded.move, at = excluded.at`,
    [team, state, move],
  )
}

/** Runs statements together. If one fails, nothing of them remains. */
export async function inTransaction<T>(client: pg.ClientBase, begin: string, work: () => Promise<T>): Promise<T> {
  await client.query(begin)
  try {
    const value = await work()
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback').catch(() => {}) // a broken connection has rolled back
    throw error
  }
}

/** Some of the teams, for whoever has named another. */
export async function listTeams(client: pg.ClientBase): Promise<Team[]> {
  return (await client.query<Team>('select id, name, domain from teams order by id limit 10')).rows
}

/** The teams of an enterprise share tokens, so they stay together. */
export async function checkAlone(client: pg.ClientBase, team: string): Promise<void> {
  const { rows } = await client.query<{ enterprise: string | null }>(
    'select enterprise_id as enterprise from teams where id = $1',
    [team],
  )
  if (rows[0]?.enterprise != null)
    throw new Error(
      `The team ${team} belongs to the enterprise ${rows[0].enterprise}, whose teams stay in one database. Nothing was changed.`,
    )
}
