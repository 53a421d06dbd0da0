import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { describe, onTestFinished } from 'vitest'
import { readConfig } from '#config'
import { start } from '#server/start'
import { OwnSchemaDialect } from '#store/postgres/dialect'
import { openPostgres } from '#store/postgres/open'
import { sqliteDialect } from '#store/sqlite/dialect'
import { neverLocked } from '#store/sqlite/mutex'
import type { Tables } from '#store/tables/tables'
import { createTempDirectory } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { fillDatabase } from './fillDatabase.ts'

type Rows = Parameters<typeof fillDatabase>[2]
type Opened = Pick<Parameters<typeof start>[0], 'config' | 'store'>

/** Starts this version of the server on a database of an earlier one, which holds these rows. */
export type StartUpgraded = (version: string, rows: Rows) => Promise<{ url: string; errors: unknown[] }>

/** Describes databases of earlier versions, on SQLite and on PostgreSQL. */
export function onOldDatabases(name: string, describeTests: (startUpgraded: StartUpgraded) => void): void {
  describe(`${name}, on SQLite`, () => describeTests((...given) => startOn(openOldFile, ...given)))
  describe.skipIf(!postgres)(`${name}, on PostgreSQL`, { timeout: 60_000 }, () =>
    describeTests((...given) => startOn(openOldSchema, ...given)),
  )
}

async function startOn(open: (version: string, rows: Rows) => Promise<Opened>, version: string, rows: Rows) {
  const errors: unknown[] = []
  const { url, stop } = await start({
    ...(await open(version, rows)),
    dev: false,
    workspace: undefined,
    onUnexpectedError: (error) => errors.push(error),
  })
  onTestFinished(stop)
  return { url, errors }
}

async function openOldFile(version: string, rows: Rows): Promise<Opened> {
  const data = createTempDirectory()
  const file = new DatabaseSync(join(data, 'rivulet.db'))
  await fillDatabase(new Kysely<Tables>({ dialect: sqliteDialect(file, neverLocked) }), version, rows)
  file.close()
  return { config: readConfig({ port: 0, data }, {}) }
}

async function openOldSchema(version: string, rows: Rows): Promise<Opened> {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const pool = new pg.Pool({ connectionString: postgres, options: `-c search_path=${schema}` })
  const db = new Kysely<Tables>({ dialect: new OwnSchemaDialect({ pool }) })
  await sql`create schema ${sql.id(schema)}`.execute(db)
  await fillDatabase(db, version, rows, schema)
  await db.destroy()
  const store = await openPostgres(postgres ?? '', { schema, keys: testKeys })
  return { config: readConfig({ port: 0, data: ':memory:' }, {}), store }
}
