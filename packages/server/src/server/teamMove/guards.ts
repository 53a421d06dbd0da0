import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { hasCode, teamAway } from '#store/postgres/failures'
import type { MovedTable } from './tables.ts'

/** How long a trigger waits for the writes of a table before it lets others go first, and how often it tries. */
const lockMs = 1000
const mostTries = 20
/** How long the writes are waited for that had begun when a team was closed. PostgreSQL ends silent ones after ten seconds. */
const writesMs = 30_000

/** The setting with which a session may write to a team whatever its state. Its value is the team. */
const exempt = 'rivulet.moves'

export async function exemptFromGuards(client: pg.ClientBase, team: string): Promise<void> {
  await client.query(`select set_config('${exempt}', $1, false)`, [team])
}

/**
 * [NOD-10] Lets a trigger ask at each row that is written whether the team takes writes here. So no node, old command or hand can
 * write to a team that is closed. It also notes which rows change of tables that are copied while the team works. The trigger
 * runs after the row is written: at that moment its transaction can be waited for. The team has its mark already, so that no
 * other move removes the triggers.
 */
export async function installGuards(client: pg.ClientBase, tables: readonly MovedTable[]): Promise<void> {
  await aloneWithGuards(client, async () => {
    for (const table of tables) {
      if (table.teamColumn === undefined) continue
      const { schema, name } = await nameGuard(client, table)
      await client.query(guard(schema, name, table))
      const there = await client.query(
        `select from pg_trigger where tgrelid = to_regclass($1) and tgname = 'rivulet_guard'`,
        [table.name],
      )
      if (there.rowCount) continue
      await withShortLock(
        client,
        `create trigger rivulet_guard after insert or update or delete on ${table.name} for each row execute function ${name}()`,
      )
    }
  })
}

/** Removes the triggers, unless another team needs them. */
export async function removeGuards(client: pg.ClientBase, tables: readonly MovedTable[]): Promise<void> {
  await aloneWithGuards(client, async () => {
    const needed = await client.query(`select from team_moves where state <> 'arrived' limit 1`)
    if (needed.rowCount) return
    for (const table of tables) {
      if (table.teamColumn === undefined) continue
      const { name } = await nameGuard(client, table)
      await withShortLock(client, `drop function if exists ${name}() cascade`)
    }
  })
}

/** Teams that move at the same time have the same triggers. A lock ends with its connection. */
async function aloneWithGuards(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const lock = '(7073, hashtext(current_schema()))'
  await client.query(`select pg_advisory_lock${lock}`)
  try {
    await work()
  } finally {
    await client.query(`select pg_advisory_unlock${lock}`).catch(() => {}) // a broken connection has unlocked it
  }
}

async function nameGuard(client: pg.ClientBase, table: MovedTable) {
  const { rows } = await client.query<{ schema: string }>('select quote_ident(current_schema()) as schema')
  const schema = rows[0]?.schema ?? ''
  return { schema, name: `${schema}.rivulet_guard_${table.name}` }
}

function guard(schema: string, name: string, { name: table, key, teamColumn, isCopiedAhead }: MovedTable): string {
  const keyOf = (row: string) =>
    key
      .filter((column) => column !== 'team_id')
      .map((column) => `${row}.${column}`)
      .join(', ')
  const note = (row: string) =>
    `insert into ${schema}.team_move_changes (team_id, of_table, key) values (team, '${table}', jsonb_build_array(${keyOf(row)})::text);`
  const noteChange = `
      if tg_op <> 'INSERT' then ${note('old')} end if;
      if tg_op <> 'DELETE' then ${note('new')} end if;`
  return `
create or replace function ${name}() returns trigger language plpgsql as $guard$
declare
  team text;
  now_is text;
begin
  if tg_op = 'DELETE' then team := old.${teamColumn}; else team := new.${teamColumn}; end if;
  select state into now_is from ${schema}.team_moves where team_id = team;
  if now_is is null or now_is = 'arrived' or current_setting('${exempt}', true) = team then return null; end if;
  if now_is = 'leaving' then${isCopiedAhead ? noteChange : ''}
    return null;
  end if;
  raise exception using errcode = '${teamAway}', message = case now_is
    when 'moved' then format('The team %s is in another database, and this server does not serve it.', team)
    else format('The team %s is being moved to another database; try again in a moment.', team) end;
end $guard$`
}

/** A statement that needs a table for itself must not keep its writers waiting for long. */
async function withShortLock(client: pg.ClientBase, statement: string): Promise<void> {
  await client.query(`set lock_timeout = ${lockMs}`)
  try {
    for (let tries = 1; ; tries++) {
      try {
        await client.query(statement)
        return
      } catch (error) {
        if (tries === mostTries || !(hasCode(error, '55P03') || hasCode(error, '40P01'))) throw error
      }
    }
  } finally {
    await client.query('set lock_timeout = 0').catch(() => {}) // a broken connection says so at its next query
  }
}

/**
 * Waits for the transactions that have written to these tables and have not ended. Those that write from now on know the state
 * that the team has now.
 */
export async function waitForWrites(client: pg.ClientBase, tables: readonly MovedTable[]): Promise<void> {
  const names = tables.filter(({ teamColumn }) => teamColumn !== undefined).map(({ name }) => name)
  const list = async () => {
    const { rows } = await client.query<{ id: string }>(
      `select distinct virtualtransaction as id from pg_locks
       where locktype = 'relation' and mode = 'RowExclusiveLock' and granted and pid <> pg_backend_pid()
         and database = (select oid from pg_database where datname = current_database())
         and relation = any(select to_regclass(name)::oid from unnest($1::text[]) as n (name))`,
      [names],
    )
    return new Set(rows.map(({ id }) => id))
  }
  let waiting = await list()
  for (const until = performance.now() + writesMs; waiting.size > 0; waiting = waiting.intersection(await list())) {
    if (performance.now() > until)
      throw new Error(
        `A transaction in --from has been writing for ${writesMs / 1000} seconds. End it (pg_stat_activity shows it).`,
      )
    await sleep(10)
  }
}
