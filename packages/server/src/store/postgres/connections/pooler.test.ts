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

/** What uses named statements: each can be done often. */
const uses: Record<string, (store: Store) => Promise<unknown>> = {
  'a read': (store) => readNotes(store.db).then(() => log(store)),
  'a write': writeNote,
  'a group of writes': log,
}

// A pooler gives each transaction another connection, on which other statements have been named. A newer server changes tables.
describe.skipIf(!postgres).each([
  ['lacks its named statements', (store: Store) => sql`deallocate all`.execute(store.db)],
  ['has other columns', (store: Store) => sql`alter table meta add column news text`.execute(store.db)],
])('[NOD-20] on a connection that %s', (_, change) => {
  test.each(Object.entries(uses))('%s succeeds', async (_name, use) => {
    const store = await open()
    for (let i = 0; i < often; i++) await use(store)
    expect(await listNames(store)).not.toEqual([])
    await change(store)
    await Promise.all([use(store), use(store)])
    await expectDone(store, often + 2)
  })

  test('a snapshot is taken again, whatever was made of its failure', async () => {
    const store = await open()
    await store.write((tx) => insertNote(tx, 'note', ''))
    for (let i = 0; i < often; i++) await store.snapshot(readNotes)
    expect(await listNames(store)).not.toEqual([])
    await change(store)
    expect(await store.snapshot((db) => readNotes(db).catch(() => ['failed']))).toEqual(['note'])
  })

  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['is refused', refuseAfterFailure],
    [
      'goes on',
      (tx) =>
        readNotes(tx)
          .then(() => insertNote(tx, 'note', ''))
          .catch(() => {}),
    ],
  ])('a write that then %s is made again', async (_name, write) => {
    const store = await open()
    for (let i = 0; i < often; i++) await store.write((tx) => readNotes(tx).then(() => {}))
    expect(await listNames(store)).not.toEqual([])
    await change(store)
    await store.write(async (tx) => void (await write(tx)))
    expect(await listNoteKeys(store)).toEqual(['note'])
  })
})

describe.skipIf(!postgres)('[NOD-20] on a connection that has statements already which are about to be named', () => {
  test.each(Object.entries(uses))('%s succeeds', async (_name, use) => {
    const [one, other] = [await open(), await open()]
    for (let i = 0; i < often; i++) await use(one)
    const names = await listNames(one)
    expect(names).not.toEqual([])
    for (const name of names) await sql`prepare ${sql.id(name)} as select 1`.execute(other.db)
    for (let i = 0; i < often; i++) await use(other)
    await expectDone(other, often)
  })
})

test.skipIf(!postgres)('[NOD-21] what has a name is planned for its values each time', async () => {
  const store = await open()
  for (let i = 0; i < 3 * often; i++) await sql`select from meta where key = ${`note ${i}`}`.execute(store.db)
  const { rows } = await sql<{ generic: number; custom: number }>`
    select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements`.execute(store.db)
  expect(rows).toEqual([{ generic: 0, custom: 3 * often - 5 }])
})

describe.skipIf(!postgres)('[NOD-20] names', () => {
  test.each([
    ['deallocate all', / does not exist\. If a pooler stands between/],
    ['alter table meta add column news text', /\. A newer server has changed the tables\./],
  ])('end once a connection had other statements, and the operator is told why: %s', async (change, why) => {
    const notices: string[] = []
    const store = await open((words) => notices.push(words))
    for (let i = 0; i < often; i++) await readNotes(store.db)
    const names = await listNames(store)
    expect(names).toHaveLength(1)
    await sql.raw(change).execute(store.db)
    for (const use of Object.values(uses)) for (let i = 0; i < often; i++) await use(store)
    expect(names).toEqual(expect.arrayContaining(await listNames(store))) // nothing new
    expect(notices).toEqual([expect.stringMatching(/^PostgreSQL has refused a prepared statement: /)])
    expect(notices[0]).toMatch(why)
  })

  test('do not end because a failure kept PostgreSQL from taking up a statement; the connection goes', async () => {
    const store = await open()
    const [pid] = await Promise.all([pidOf(store), log(store)])
    for (let i = 0; i < often - 3; i++) await sql`select count(*) from meta`.execute(store.db)
    const failing = store.write(async (tx) => {
      await tx.send(sql`select 1 / 0`)
      // The first is refused before it is named, and the second is not there.
      await Promise.all([1, 2].map(() => sql`select count(*) from meta`.execute(tx)))
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect(await pidOf(store)).not.toBe(pid)
    for (let i = 0; i < often; i++) await sql`select count(*) from meta`.execute(store.db)
    expect(await listNames(store)).not.toEqual([])
  })
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
async function open(onNotice = (_words: string) => {}): Promise<Store> {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const store = await openPostgres(postgres ?? '', { schema, keys: testKeys, patience, connections: 1, onNotice })
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
function writeNote(store: Store): Promise<void> {
  return store.write(async (tx) => {
    await tx.selectFrom('meta').selectAll().execute()
    await tx.send(tx.insertInto('meta').values({ key: randomBytes(6).toString('hex'), value: '' }))
    tx.work.log(logEntry('status', 'T1'))
  })
}

async function refuseAfterFailure(tx: Tx): Promise<void> {
  await readNotes(tx).catch(() => {
    throw new Error('refused')
  })
  await insertNote(tx, 'note', '')
}

/** Everything was done once. */
async function expectDone(store: Store, times: number): Promise<void> {
  expect(await newestSeq(store.db, 'T1')).toBe(times)
  const notes = await listNoteKeys(store)
  expect([0, times]).toContain(notes.length)
}

async function pidOf(store: Store): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store.db)
  return rows[0]?.pid ?? 0
}
