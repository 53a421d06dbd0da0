import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '#store/postgres/open'
import { sqliteDialect } from '#store/sqlite/dialect'
import { neverLocked } from '#store/sqlite/mutex'
import { openSqlite } from '#store/sqlite/open'
import type { Tables } from '#store/tables/tables'
import { createTempDirectory } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { startPostgresProxy } from '#testing/database/postgresProxy'
import { migrate, released } from './migrate.ts'

const names = Object.keys(released)

test('[FLT-8] a kill between two statements of the migrations loses nothing, and the next start begins them anew', async () => {
  const directory = createTempDirectory()
  const path = join(directory, 'old.db')
  const main = new DatabaseSync(path)
  main.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0')
  let copies = 0
  // A process that is killed leaves its files as they are at that moment.
  const copyFiles = () => {
    const to = join(directory, `killed${copies++}.db`)
    copyFileSync(path, to)
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${to}-wal`)
  }
  const changes = { beforeChange: () => {} }
  const db = new Kysely<Tables>({ dialect: sqliteDialect(main, neverLocked, changes) })
  await migrate(db, undefined, Object.fromEntries(Object.entries(released).slice(0, 4)))
  await db.insertInto('meta').values({ key: 'kept', value: 'from before' }).execute()
  changes.beforeChange = copyFiles
  await migrate(db)
  main.close()
  const wanted = await describeSchema(path)

  expect(copies).toBeGreaterThan(names.length)
  // Every fifth moment is enough: the migrations are one transaction.
  for (let copy = 0; copy < copies; copy += 5) {
    const killed = join(directory, `killed${copy}.db`)
    const store = await openSqlite(killed)
    expect(await store.db.selectFrom('meta').selectAll().execute()).toEqual([{ key: 'kept', value: 'from before' }])
    await store.close()
    expect(await describeSchema(killed)).toEqual(wanted)
  }
})

describe.skipIf(!postgres)('[FLT-8] on PostgreSQL, a server that is cut off', () => {
  test.each(names.filter((_, index) => index % 8 === 7))(
    'before %s is noted leaves nothing half done',
    async (name) => {
      const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
      const proxy = await startPostgresProxy(postgres ?? '')
      proxy.hangUpBefore(name)
      await expect(openPostgres(proxy.url, { schema, keys: testKeys })).rejects.toThrow()
      expect(proxy.hasHungUp).toBe(true)

      const store = await openPostgres(postgres ?? '', { schema, keys: testKeys })
      onTestFinished(() => store.close())

      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(store.db)
      expect(rows.map((row) => row.name)).toEqual(names)
    },
  )
})

async function describeSchema(path: string): Promise<unknown[]> {
  const database = new DatabaseSync(path)
  try {
    return database.prepare('select type, name, sql from sqlite_master order by type, name').all()
  } finally {
    database.close()
  }
}
