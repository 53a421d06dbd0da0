import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, test } from 'vitest'
import { newBotUserRow } from '#domain/apps/rows'
import type { Store } from '#store/db'
import { tempDatabasePath, onBothDatabases } from '#testing/database/databases'
import { migrate, released } from './migrate.ts'
import { sqliteDialect } from '#store/sqlite/dialect'
import { neverLocked } from '#store/sqlite/mutex'
import { openSqlite } from '#store/sqlite/open'
import type { Tables } from '#store/tables/tables'
import { testKeys } from '#testing/database/keys'

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
    // The later ones stay where they are, and are noted as run again afterwards.
    const [until, later] = splitAt(Object.entries(released), '0016_profiles')
    await sql`delete from kysely_migration where name >= '0016_profiles'`.execute(store.db)
    await migrate(store.db, await schemaOf(store), Object.fromEntries(until))
    for (const [name] of later) await sql`insert into kysely_migration values (${name}, '2026-11-22')`.execute(store.db)
    const { value } = await store.db.selectFrom('meta').select('value').executeTakeFirstOrThrow()
    expect(JSON.parse(value)).toEqual({ ...kept, reservedUsernames: ['payroll'] })
  })

  test('[SES-9] give each person the form of their address by which they are found', async () => {
    const store = await open()
    const person = { ...newBotUserRow({ id: 'A1', botUser: '', manifest: {} }, 'T1', 0), app_id: null }
    const emails = ['Ana@One.example', 'ÉVA@one.example', 'E\u0301lan@one.example', ' ben@one.example ', null]
    await store.write((tx) =>
      tx
        .insertInto('users')
        .values(emails.map((email, i) => ({ ...person, id: `U${i}`, email })))
        .execute(),
    )
    await sql`drop index users_by_email_key`.execute(store.db)
    await sql`alter table users drop column email_key`.execute(store.db)
    await sql`create index users_by_email on users (email)`.execute(store.db)
    await sql`drop index webhooks_of_code`.execute(store.db)
    await sql`alter table webhooks drop column code`.execute(store.db)
    await sql`delete from kysely_migration where name >= '0034_email_keys'`.execute(store.db)
    // Other cases have noted some as run again.
    await sql`update kysely_migration set timestamp = '2026-11-22'`.execute(store.db)
    const [until, later] = splitAt(Object.entries(released), '0034_email_keys')

    await migrate(store.db, await schemaOf(store), Object.fromEntries(until))

    for (const [name] of later) await sql`insert into kysely_migration values (${name}, '2026-11-22')`.execute(store.db)
    const rows = await store.db.selectFrom('users').select('email_key').orderBy('id').execute()
    expect(rows.map(({ email_key }) => email_key)).toEqual([
      'ana@one.example',
      'éva@one.example',
      'élan@one.example',
      'ben@one.example',
      null,
    ])
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

function splitAt(migrations: [string, Migration][], name: string) {
  const at = migrations.findIndex(([each]) => each === name) + 1
  return [migrations.slice(0, at), migrations.slice(at)] as const
}

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

test('a new SQLite database has what all migrations make of an empty one', async () => {
  const [migrated, fresh] = [tempDatabasePath(), tempDatabasePath()]
  const main = new DatabaseSync(migrated)
  await migrate(new Kysely<Tables>({ dialect: sqliteDialect(main, neverLocked) }))
  main.close()
  await (await openSqlite(fresh, { keys: testKeys })).close()

  const wanted = await everythingIn(migrated)
  const made = await everythingIn(fresh)

  expect(wanted.schema.length).toBeGreaterThan(150)
  expect(made.schema).toEqual(wanted.schema)
  // The server itself has noted how it recognizes its key.
  expect({ ...made.rows, server_secrets: 0 }).toEqual({ ...wanted.rows, server_secrets: 0 })
})

/** The schema of a database, how many rows each table has, which migrations have run, and how it is searched. */
async function everythingIn(path: string) {
  const database = new DatabaseSync(path)
  try {
    const schema = database.prepare('select type, name, tbl_name, sql from sqlite_master order by type, name').all()
    const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => String(name))
    const rows = tables.map((name): [string, unknown] => [
      name,
      name === 'kysely_migration' || name === 'search_index_config'
        ? database.prepare(`select ${name === 'kysely_migration' ? 'name' : 'k, v'} from "${name}" order by 1`).all()
        : database.prepare(`select count(*) as n from "${name}"`).get()?.['n'],
    ])
    return { schema, rows: Object.fromEntries(rows) }
  } finally {
    database.close()
  }
}
