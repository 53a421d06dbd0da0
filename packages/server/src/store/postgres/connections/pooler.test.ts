import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { newestSeq } from '#domain/log/numbers'
import type { Db, Store, Tx } from '#store/db'
import { insertNote, listNoteKeys } from '#testing/contract/notes'
import { patience } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { checkDatabase } from '#store/postgres/checkDatabase'
import { openPostgres } from '#store/postgres/open'

/** How often something is done so that its statements have names. */
const often = 8

// A pooler gives each transaction another connection, on which other statements have been named. A newer server changes tables.
describe.skipIf(!postgres).each([
  ['lacks its named statements', (store: Store) => sql`deallocate all`.execute(store.db)],
  ['has other columns', (store: Store) => sql`alter table meta add column news text`.execute(store.db)],
])('[NOD-20] on a connection that %s', (_, change) => {
  test('a read succeeds', async () => {
    const store = await open()
    await store.write((tx) => insertNote(tx, 'note', ''))
    for (let i = 0; i < often; i++) await readNotes(store.db)
    await change(store)
    expect(await Promise.all([readNotes(store.db), readNotes(store.db)])).toEqual([['note'], ['note']])
  })

  test('a write succeeds, once', async () => {
    const store = await open()
    for (let i = 0; i < often; i++) await writeNote(store, `${i}`)
    await change(store)
    await writeNote(store, `${often}`)
    await writeNote(store, `${often + 1}`)
    expect(await listNoteKeys(store)).toHaveLength(often + 2)
    expect(await newestSeq(store.db, 'T1')).toBe(often + 2)
  })

  test('a group of writes succeeds, once', async () => {
    const store = await open()
    for (let i = 0; i < often; i++) await log(store)
    await change(store)
    await Promise.all([log(store), log(store)])
    expect(await newestSeq(store.db, 'T1')).toBe(often + 2)
  })

  test('a snapshot is taken again, whatever was made of its failure', async () => {
    const store = await open()
    await store.write((tx) => insertNote(tx, 'note', ''))
    for (let i = 0; i < often; i++) await store.snapshot(readNotes)
    await change(store)
    expect(await store.snapshot((db) => readNotes(db).catch(() => ['failed']))).toEqual(['note'])
  })

  test('a write is made again, whatever was made of its failure', async () => {
    const store = await open()
    const write = (tx: Tx) =>
      readNotes(tx).then(
        () => insertNote(tx, 'note', ''),
        () => {
          throw new Error('refused')
        },
      )
    for (let i = 0; i < often; i++) await store.write(async (tx) => void (await readNotes(tx)))
    await change(store)
    await store.write(write)
    expect(await listNoteKeys(store)).toEqual(['note'])
  })
})

test.skipIf(!postgres)('[NOD-20] a connection may have statements already that are about to be named', async () => {
  const use = async (store: Store) => {
    for (let i = 0; i < often; i++) await readNotes(store.db)
    for (let i = 0; i < often; i++) await writeNote(store, `${i}`)
    for (let i = 0; i < often; i++) await log(store)
  }
  const [one, other] = [await open(), await open()]
  await use(one)
  const names = await listNames(one)
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) await sql`prepare ${sql.id(name)} as select 1`.execute(other.db)
  await use(other)
  expect(await listNoteKeys(other)).toHaveLength(often)
  expect(await newestSeq(other.db, 'T1')).toBe(2 * often)
})

test.skipIf(!postgres)('[NOD-20] nothing has a name any more once a connection had others', async () => {
  const store = await open()
  for (let i = 0; i < often; i++) await readNotes(store.db)
  expect(await listNames(store)).toHaveLength(1)
  await sql`deallocate all`.execute(store.db)
  for (let i = 0; i < often; i++) await readNotes(store.db)
  for (let i = 0; i < often; i++) await writeNote(store, `${i}`)
  expect(await listNames(store)).toEqual([])
})

test.skipIf(!postgres)('[NOD-20] a search path that a pooler has left out is told', async () => {
  const { db } = await open()
  const schema = await checkDatabase(db)
  expect(await checkDatabase(db, `-c search_path=${schema}`)).toBe(schema)
  expect(await checkDatabase(db, `--search_path=nowhere -csearch_path="${schema}"`)).toBe(schema)
  await expect(checkDatabase(db, '-c search_path=a,\\ public')).rejects.toThrow(
    'asks for the search path a, public, and',
  )
  await expect(checkDatabase(db, '-csearch_path=chat')).rejects.toThrow(
    `The address of --store asks for the search path chat, and PostgreSQL has ${schema}: what is in front of it leaves options out.`,
  )
})

async function listNames(store: Store): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(store.db)
  return rows.map(({ name }) => name)
}

/** A store with one connection. */
async function open(): Promise<Store> {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const store = await openPostgres(postgres ?? '', { schema, keys: testKeys, patience, connections: 1 })
  onTestFinished(() => store.close())
  await sql`delete from meta`.execute(store.db)
  return store
}

async function readNotes(db: Db): Promise<string[]> {
  return (await db.selectFrom('meta').selectAll().execute()).map(({ key }) => key)
}

function log(store: Store): Promise<void> {
  return store.write((tx) => tx.work.log(logEntry('status', 'T1')))
}

/** Reads, writes and logs. */
function writeNote(store: Store, key: string): Promise<void> {
  return store.write(async (tx) => {
    await tx.selectFrom('meta').selectAll().execute()
    await tx.send(tx.insertInto('meta').values({ key, value: '' }))
    tx.work.log(logEntry('status', 'T1'))
  })
}
