import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, onTestFinished } from 'vitest'
import { Clock } from '#store/clock'
import type { Store } from '#store/db'
import { openPostgres } from '#store/postgres/open'
import { openSqlite } from '#store/sqlite/open'
import { postgres } from './postgres.ts'
import { testKeys } from './keys.ts'

/** A busy machine takes longer than a server waits. Milliseconds. */
export const patience = 60_000

/** Opens an empty database. It is closed and removed when the test ends. */
export type OpenStore = () => Promise<Store>

/** Runs the same cases on every database that is available. */
export function onEveryDatabase(about: string, cases: (open: OpenStore) => void): void {
  describe(`${about}, on SQLite in memory`, () => cases(() => closeAfterTest(openSqlite(':memory:'))))
  describe(`${about}, on an SQLite file`, () => cases(() => closeAfterTest(openSqlite(tempDatabasePath()))))
  onPostgres(about, cases)
}

/** As `onEveryDatabase`, without the SQLite file: for rules above the store. */
export function onBothDatabases(about: string, cases: (open: OpenStore) => void): void {
  describe(`${about}, on SQLite`, () => cases(() => closeAfterTest(openSqlite(':memory:'))))
  onPostgres(about, cases)
}

export function tempDatabasePath(): string {
  return join(createTempDirectory(), 'test.db')
}

/** Creates a directory that is removed when the test ends. In memory, if there is room: these are no tests of the disk. */
export function createTempDirectory(): string {
  const directory = mkdtempSync(join(temporary, 'rivulet-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** A container has 64 MB of it unless somebody asks for more. */
const room = 1 << 30

const temporary = (() => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= room ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir() // not every system has it
  }
})()

async function closeAfterTest(opening: Promise<Store>): Promise<Store> {
  const store = await opening
  onTestFinished(() => store.close().catch(() => {})) // The test may have closed it.
  return store
}

function onPostgres(about: string, cases: (open: OpenStore) => void): void {
  if (!postgres) {
    // Without PostgreSQL the tests are listed as skipped. postgresSchemas.ts has reported it, and with CI=true has ended the run.
    describe.skip(`${about}, on PostgreSQL: none answers`, () => cases(() => Promise.reject(new Error('none'))))
    return
  }
  const url = postgres
  describe(`${about}, on PostgreSQL`, () => {
    const { open, close } = sharedSchema(url)
    cases(open)
    afterAll(close)
  })
}

/** A schema of PostgreSQL that is emptied each time it is opened, because creating one takes longer than most tests. */
export function sharedSchema(url: string): { open: OpenStore; close: () => Promise<void> } {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  let shared: Store | undefined
  return {
    async open() {
      const closed = await shared?.ping().then(
        () => false,
        () => true,
      )
      // Tests stop the time of this process, and not that of the database.
      const clock = new Clock(undefined, { follows: false })
      if (!shared || closed) shared = await openPostgres(url, { schema, keys: testKeys, patience, clock })
      await empty(shared, schema)
      return shared
    },
    close: async () => shared?.close().catch(() => {}),
  }
}

async function empty(store: Store, schema: string): Promise<void> {
  store.onLogged = () => {}
  store.db.cache.clear()
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${schema} and tablename not like 'kysely%'`.execute(
    store.db,
  )
  const deleting = rows.map(({ name }) => `rows_of_${name} as (delete from ${name})`)
  await sql.raw(`with ${deleting.join(', ')} select`).execute(store.db)
}
