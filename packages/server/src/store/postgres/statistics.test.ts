import { randomBytes } from 'node:crypto'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { logEntry } from '#domain/log/entry'
import type { Store } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { OwnSchemaDialect } from './dialect.ts'
import { analyzeGrownTables } from './statistics.ts'

describe.skipIf(!postgres)('[NOD-16] PostgreSQL is told to look into tables', () => {
  test('that have become more than twice as large since it last did, and at no others', async () => {
    const store = await openWithEntries(5000)
    expect(await knownRows(store)).toBe(-1)
    await store.analyze?.()
    expect(await knownRows(store)).toBe(5000)
    await fill(store, 1000)
    await store.analyze?.()
    expect(await knownRows(store)).toBe(5000)
    await fill(store, 5000)
    await store.analyze?.()
    expect(await knownRows(store)).toBe(11_000)
  })

  test('that were counted and never looked into, as after a restore', async () => {
    const store = await openWithEntries(5000)
    await sql`vacuum log`.execute(store.db)
    expect(await knownRows(store)).toBe(5000)
    expect(await knownColumns(store)).toBe(0)
    await store.analyze?.()
    expect(await knownColumns(store)).toBeGreaterThan(0)
  })

  test('not again and again if nothing is in them', async () => {
    const store = await openWithEntries(5000)
    await sql`delete from log`.execute(store.db)
    await store.analyze?.()
    expect(await knownRows(store)).toBe(0)
    await fill(store, 10)
    await store.analyze?.()
    expect(await knownRows(store)).toBe(0)
  })

  test('one after the other, until the process ends', async () => {
    const store = await openWithEntries(5000)
    await store.analyze?.(AbortSignal.abort())
    expect(await knownRows(store)).toBe(-1)
  })

  test('only by those who own them', async () => {
    const store = await openWithEntries(5000)
    const guest = `guest_${randomBytes(6).toString('hex')}`
    const schema = sql<{ name: string }>`select current_schema() as name`
    const { name = '' } = (await schema.execute(store.db)).rows[0] ?? {}
    await sql`create role ${sql.ref(guest)}`.execute(store.db)
    await sql`grant usage on schema ${sql.ref(name)} to ${sql.ref(guest)}`.execute(store.db)
    const options = `-c search_path=${name} -c role=${guest}`
    const pool = new pg.Pool({ connectionString: postgres, max: 1, options })
    const warnings: unknown[] = []
    pool.on('connect', (client) => client.on('notice', ({ message }) => warnings.push(message)))
    onTestFinished(async () => {
      await pool.end()
      await sql`drop owned by ${sql.ref(guest)}`.execute(store.db)
      await sql`drop role ${sql.ref(guest)}`.execute(store.db)
    })
    await analyzeGrownTables(new Kysely<Tables>({ dialect: new OwnSchemaDialect({ pool }) }))
    // It would warn about a table of somebody else, and leave it out.
    expect(warnings).toEqual([])
    expect(await knownRows(store)).toBe(-1)
  })
})

/** A database whose log has so many entries. PostgreSQL does not look into it by itself. */
async function openWithEntries(entries: number): Promise<Store> {
  const schema = sharedSchema(postgres ?? '')
  onTestFinished(schema.close)
  const store = await schema.open()
  await sql`alter table log set (autovacuum_enabled = false)`.execute(store.db)
  await fill(store, entries)
  return store
}

async function fill(store: Store, entries: number): Promise<void> {
  await store.write((tx) => {
    for (let i = 0; i < entries; i++) tx.work.log({ ...logEntry('status', 'T1'), ts: `${i}` })
  })
}

/** How many rows PostgreSQL believes the log to have; -1 if it has never looked. */
async function knownRows(store: Store): Promise<number> {
  const known = sql<{ rows: number }>`select reltuples as rows from pg_class where oid = 'log'::regclass`
  return (await known.execute(store.db)).rows[0]?.rows ?? 0
}

/** Of how many columns of the log it knows what is in them. */
async function knownColumns(store: Store): Promise<number> {
  const known = sql<{ count: number }>`
    select count(*) as count from pg_stats where schemaname = current_schema() and tablename = 'log'`
  return (await known.execute(store.db)).rows[0]?.count ?? 0
}
