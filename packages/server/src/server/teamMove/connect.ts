import pg from 'pg'
import { ConfigError } from '#config'
import { released } from '#store/migrate'
import { cutOffSettings, keepAlive } from '#store/postgres/connections/lostMachines'
import { explainFailure } from '#store/postgres/explainFailure'

export type Side = 'from' | 'to'

/** One of the two databases. */
export interface Database {
  side: Side
  url: string
  client: pg.Client
}

const connectMs = 10_000

/**
 * Connects to a database, or says in a sentence why that is not possible, and what to do. [NOD-13] If the machine of the command dies,
 * PostgreSQL gives up the locks of the move within seconds.
 */
export async function connect(side: Side, url: string): Promise<Database> {
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new ConfigError(
      `--${side} needs to be an address like postgres://user@host/database: teams move between PostgreSQLs.`,
    )
  const config = {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'rivulet team move',
    ...keepAlive,
  }
  let client: pg.Client | undefined
  try {
    client = new pg.Client(config)
    client.on('error', () => {}) // the next query says so
    await client.connect()
    await client.query(
      `set idle_in_transaction_session_timeout = 0; set statement_timeout = 0; set bytea_output = 'hex'`,
    )
    await client.query(cutOffSettings).catch(() => {})
    // What is removed at one place has to be on the disk of the other.
    await client.query(
      `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`,
    )
    const other = new pg.Client(config)
    other.on('error', () => {}) // so does this one
    await other.connect()
    await checkKeepsProcess(side, client, other).finally(() => other.end())
    return { side, url, client }
  } catch (error) {
    void client?.end().catch(() => {}) // it may not even be there
    throw explain(side, url, error)
  }
}

/**
 * [OPS-12] The locks of a move belong to its connection. A pooler that gives each transaction another process of PostgreSQL
 * would lose them. It gives `other` the one that `client` had just now, or `client` another.
 */
export async function checkKeepsProcess(side: Side, client: pg.ClientBase, other: pg.ClientBase): Promise<void> {
  const before = await processOf(client)
  await other.query('begin')
  const taken = await processOf(other)
  const after = await processOf(client)
  await other.query('rollback')
  if (before === after && before !== taken) return
  throw new Error(
    `Between this command and the PostgreSQL of --${side} is a pooler that gives each transaction another connection, and a move needs one of its own. Name PostgreSQL itself in --${side}. Nothing was changed.`,
  )
}

async function processOf(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/** Puts what went wrong at one of the databases into words. */
function explain(side: Side, url: string, error: unknown): Error {
  const explained = explainFailure(error, url)
  const text = explained.message.replaceAll('--store', `--${side}`).replaceAll('this server', 'this command')
  if (/Connection terminated unexpectedly/.test(text))
    return new Error(
      `What answers at the address of --${side} hangs up before it says that it is PostgreSQL. Correct the address, or look into its log.`,
      { cause: error },
    )
  const isNamed = text.includes(`--${side}`)
  return new Error(isNamed ? text : `In the database of --${side}: ${text}`, { cause: error })
}

/** Refuses two databases between which no team can move. Changes nothing. */
export async function checkDatabases(from: Database, to: Database): Promise<void> {
  const [one, other] = [await placeOf(from), await placeOf(to)]
  if (one === other)
    throw new ConfigError('--from and --to are the same database. Name two: a team moves from one to the other.')
  for (const database of [from, to]) {
    await checkVersion(database)
    await checkRights(database)
  }
  const columns = [await columnsOf(from), await columnsOf(to)]
  if (columns[0] !== columns[1])
    throw new Error(
      'The tables of --from and --to have different columns, although both are of this version. Somebody has changed them by hand: undo that.',
    )
}

async function placeOf({ client }: Database): Promise<string> {
  const { rows } = await client.query<{ place: string }>(`
    select concat_ws(' ', pg_postmaster_start_time(), (select oid from pg_database where datname = current_database()),
      current_schema()::regnamespace::oid) as place`)
  return rows[0]?.place ?? ''
}

async function checkVersion({ side, client }: Database): Promise<void> {
  const { rows } = await client.query<{ there: string | null }>(`select to_regclass('kysely_migration')::text as there`)
  if (rows[0]?.there == null)
    throw new Error(
      `The database of --${side} holds no data of a server. Start a server on it once: rivulet serve --store …`,
    )
  const found = await client.query<{ name: string }>('select name from kysely_migration')
  const there = new Set(found.rows.map(({ name }) => name))
  const own = new Set(Object.keys(released))
  if (there.difference(own).size > 0)
    throw new Error(`The database of --${side} is of a newer version of Rivulet than this command. Use that version.`)
  if (own.difference(there).size > 0)
    throw new Error(
      `The database of --${side} is of an older version of Rivulet than this command. Start servers of this version on it first.`,
    )
}

async function checkRights({ side, client }: Database): Promise<void> {
  const { rows } = await client.query<{ user: string; lacks: string | null; creates: boolean }>(`
    select current_user as user, has_schema_privilege(current_schema(), 'create') as creates,
      (select min(relname) from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
        and not pg_has_role(relowner, 'usage')) as lacks`)
  const [found] = rows
  if (found?.creates && found.lacks === null) return
  const what = found?.lacks == null ? 'may create nothing in its schema' : `does not own the table ${found.lacks}`
  throw new Error(
    `The user ${found?.user} of --${side} ${what}, which a move needs. Name the user with which the servers there work.`,
  )
}

async function columnsOf({ client }: Database): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(`
    select string_agg(concat_ws(' ', c.relname, attname, format_type(atttypid, atttypmod)), ',' order by c.relname, attnum)
      as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
    where relnamespace = current_schema()::regnamespace and relkind = 'r'`)
  return rows[0]?.columns ?? ''
}
