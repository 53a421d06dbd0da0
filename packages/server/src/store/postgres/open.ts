import { Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Store } from '#store/db'
import { Clock } from '#store/clock'
import { migrate, released } from '#store/migrate'
import type { KeySource } from '#store/secrets/secrets'
import { unlock } from '#store/secrets/unlock'
import type { Tables } from '#store/tables/tables'
import { checkDatabase } from './checkDatabase.ts'
import { OwnSchemaDialect } from './dialect.ts'
import { explainFailure } from './explainFailure.ts'
import { deadlock, hasCode, hasOtherColumns, mostDeadlocks } from './failures.ts'
import { PostgresStore } from './store.ts'
import { readAddress } from './connections/readAddress.ts'
import { WatchedPool } from './connections/watchedPool.ts'
import { rowsPlugin, safeInteger } from './values.ts'

const int8 = 20
const numeric = 1700
const endMs = 3000

/**
 * Opens and migrates a PostgreSQL database (`postgres://…`). Several processes can use it. Each looks for what the others
 * have written, and does so earlier if something calls `look`.
 */
export async function openPostgres(
  url: string,
  options: {
    keys: KeySource
    keysAreLost?: boolean
    schema?: string
    connections?: number
    clock?: Clock
    /** How many milliseconds a call waits for the database; some seconds by default. */
    patience?: number
    /** Called with what the operator should know, in sentences. */
    onNotice?: (words: string) => void
    /** Commits do not check what was believed: for a proof only. */
    unchecked?: boolean
  },
): Promise<Store> {
  const pool = openPool(url, options)
  pool.names.onEnd = (error) => options.onNotice?.(withoutNames(error))
  const queries = new Kysely<Tables>({ dialect: new OwnSchemaDialect({ pool }), plugins: [rowsPlugin()] })
  try {
    if (options.schema) await sql`create schema if not exists ${sql.ref(options.schema)}`.execute(queries)
    await migrateBesideOthers(queries, await checkDatabase(queries, optionsIn(url)))
    const { secrets, hadPlain } = await unlock(queries, options.keys, options.keysAreLost)
    // Without this, what was deleted stays readable in the files until the database cleans them up.
    if (hadPlain) for (const table of ['apps', 'meta']) await sql`vacuum full ${sql.table(table)}`.execute(queries)
    const store = new PostgresStore(queries, options.clock ?? new Clock(), secrets, pool, options.unchecked === true)
    await store.start()
    return store
  } catch (error) {
    await endSoon(pool)
    throw explainFailure(error, url)
  }
}

function openPool(url: string, options: { schema?: string; connections?: number; patience?: number }): WatchedPool {
  const config: pg.PoolConfig = {
    max: options.connections ?? 10,
    ...(options.schema ? { options: `-c search_path=${options.schema}` } : {}),
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 || oid === numeric ? safeInteger : pg.types.getTypeParser(oid, format),
    },
  }
  try {
    return new WatchedPool({ ...config, ...readAddress(url) }, options.patience)
  } catch (error) {
    throw explainFailure(error, url)
  }
}

/** Ends the pool. What keeps it from that does not keep the reason back. */
async function endSoon(pool: WatchedPool): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, endMs)
  await Promise.race([pool.end(), late])
  clearTimeout(timer)
}

function withoutNames(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  const cause = hasOtherColumns(error)
    ? 'A newer server has changed the tables.'
    : 'If a pooler stands between, its max_prepared_statements may be too small.'
  return `PostgreSQL has refused a prepared statement: ${reason}. ${cause} From now on, and until it is restarted, this server prepares none, and PostgreSQL has more to do.`
}

function optionsIn(url: string): string | undefined {
  return URL.canParse(url) ? (new URL(url).searchParams.get('options') ?? undefined) : undefined
}

/** [NOD-19] Servers that work on meanwhile lock tables in other orders. A migration that is ended for that reason was undone. */
export async function migrateBesideOthers(
  queries: Kysely<Tables>,
  schema: string,
  migrations = released,
): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await migrate(queries, schema, migrations)
    } catch (error) {
      if (tries === mostDeadlocks || !hasCode(error, deadlock)) throw error
    }
}
