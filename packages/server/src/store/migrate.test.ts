import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, test } from 'vitest'
import type { Store } from '#store/db'
import { tempDatabasePath, onBothDatabases } from '#testing/database/databases'
import { migrate, released } from './migrate.ts'
import { openSqlite } from '#store/sqlite/open'

onBothDatabases('migrations', (open) => {
  test('run once', async () => {
    const store = await open()
    const before = await ran(store)
    await migrate(store.db, await schemaOf(store))
    expect(before).toEqual(Object.keys(released))
    expect(await ran(store)).toEqual(before)
  })

  test('that fail are rolled back as a whole', async () => {
    const store = await open()
    const halfway: Migration = {
      async up(db) {
        await sql`create table half (id integer)`.execute(db)
        await sql`insert into nowhere values (1)`.execute(db)
      },
    }
    const migrating = migrate(store.db, await schemaOf(store), { ...released, '9998_halfway': halfway })
    await expect(migrating).rejects.toThrow(/^Migration 9998_halfway failed and was undone: .*nowhere/)
    expect(await ran(store)).toEqual(Object.keys(released))
    expect(await tables(store)).not.toContain('half')
  })

  test.each([
    ['slack', { stream: { lifetime: 300_000, unfinishedTasks: 'error' }, rateTiers: true }],
    ['contract', { stream: { lifetime: 300_000, unfinishedTasks: 'keep' }, rateTiers: false }],
  ])('keep the settings of the profile %s', async (profile, kept) => {
    const store = await open()
    const before = JSON.stringify({ profile, stream: { lifetime: 300_000 }, reservedUsernames: ['payroll'] })
    await store.write((tx) => tx.insertInto('meta').values({ key: 'settings', value: before }).execute())
    await sql`delete from kysely_migration where name = '0016_profiles'`.execute(store.db)
    await migrate(store.db, await schemaOf(store))
    const { value } = await store.db.selectFrom('meta').select('value').executeTakeFirstOrThrow()
    expect(JSON.parse(value)).toEqual({ ...kept, reservedUsernames: ['payroll'] })
  })

  test('of a newer version are not touched, and the database is refused', async () => {
    const store = await open()
    const before = await tables(store)
    await sql`insert into kysely_migration values ('9999_tomorrow', '2099-01-01')`.execute(store.db)
    await expect(migrate(store.db, await schemaOf(store))).rejects.toThrow(
      'The database was written by a newer version of Rivulet (it has 9999_tomorrow); nothing was changed. Start that version.',
    )
    expect(await tables(store)).toEqual(before)
    expect(await ran(store)).toEqual([...Object.keys(released), '9999_tomorrow'])
    await sql`delete from kysely_migration where name = '9999_tomorrow'`.execute(store.db)
  })
})

describe('a file of a newer version', () => {
  test('is refused when it is opened, and can be opened by that version', async () => {
    const path = tempDatabasePath()
    const store = await openSqlite(path)
    await store.write((tx) => sql`insert into kysely_migration values ('9999_tomorrow', '2099-01-01')`.execute(tx))
    await store.close()
    await expect(openSqlite(path)).rejects.toThrow(/newer version of Rivulet/)
  })
})

async function ran(store: Store): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(store.db)
  return rows.map(({ name }) => name)
}

/** The schema that the tests of this suite use in PostgreSQL. SQLite has no schemas. */
async function schemaOf(store: Store): Promise<string | undefined> {
  if (store.db.cache.isSingleWriter) return undefined
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(store.db)
  return rows[0]?.schema
}

async function tables(store: Store): Promise<string[]> {
  const schema = await schemaOf(store)
  const all = await store.db.introspection.getTables()
  return all.filter((table) => table.schema === schema).map(({ name }) => name)
}
