import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Store } from '#store/db'
import { Clock } from '#store/clock'
import { migrate } from '#store/migrate'
import type { Tables } from '#store/tables/tables'
import { PostgresStore } from './store.ts'
import { rowsPlugin, safeInteger } from './values.ts'

const int8 = 20
const numeric = 1700

/**
 * Opens and migrates a PostgreSQL database (`postgres://…`). Several processes can use it correctly, but they do not wake each
 * other yet.
 */
export async function openPostgres(
  url: string,
  options: { schema?: string; connections?: number; clock?: Clock } = {},
): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    ...(options.schema ? { options: `-c search_path=${options.schema}` } : {}),
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 || oid === numeric ? safeInteger : pg.types.getTypeParser(oid, format),
    },
  })
  pool.on('error', () => {}) // an idle connection broke; the next query gets a new one, or the error
  // A connection that breaks inside a transaction fails its next query. Without a listener the error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [rowsPlugin()] })
  try {
    if (options.schema) await sql`create schema if not exists ${sql.ref(options.schema)}`.execute(queries)
    await migrate(queries, options.schema)
  } catch (error) {
    await pool.end()
    throw error
  }
  return new PostgresStore(queries, options.clock ?? new Clock())
}
