import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Store, StoreFailure, type Tx } from '#store/db'
import { CacheRegion } from '#store/cache'
import { tempDatabasePath, createTempDirectory } from '#testing/database/databases'
import { isOlderThan, openSqlite } from './open.ts'

describe('an SQLite file', () => {
  test('is written through a log, and syncs the database before the log restarts', async () => {
    const store = await opened(tempDatabasePath())
    expect(await pragma(store, 'journal_mode')).toBe('wal')
    expect(await pragma(store, 'synchronous')).toBe(1)
    expect(await pragma(store, 'foreign_keys')).toBe(1)
  })

  test('is refused if SQLite cannot make it durable', async () => {
    await expect(openSqlite('')).rejects.toThrow(/journal_mode=delete, .*writes would not be durable/)
  })

  test('keeps everything when it is closed and opened again', async () => {
    const path = tempDatabasePath()
    const first = await opened(path)
    await first.write((tx) => note(tx, 'kept', 'yes'))
    await first.close()
    const second = await opened(path)
    expect(await second.db.selectFrom('meta').selectAll().execute()).toEqual([{ key: 'kept', value: 'yes' }])
  })

  test('keeps what was answered, and nothing else, when the process is killed in between', async () => {
    const path = tempDatabasePath()
    const store = await opened(path)
    await store.write((tx) => note(tx, 'answered', ''))
    const { promise: written, resolve } = Promise.withResolvers<void>()
    const { promise: never, resolve: end } = Promise.withResolvers<void>()
    const unfinished = store.write(async (tx) => {
      await note(tx, 'unfinished', '')
      resolve()
      await never
    })
    await written
    const other = new DatabaseSync(path, { readOnly: true })
    expect(other.prepare('select key from meta').all()).toEqual([{ key: 'answered' }])
    other.close()
    end()
    await unfinished
  })

  test('in a directory that does not exist is an error that names the file', async () => {
    await expect(openSqlite(`${createTempDirectory()}/no/test.db`)).rejects.toThrow(/unable to open database file/)
  })

  test.each([
    ['3.51.2', true],
    ['3.50.9', true],
    ['2.99.99', true],
    ['3.51.3', false],
    ['3.51.10', false],
    ['3.53.4', false],
    ['4.0.0', false],
  ])('of SQLite %s is older than 3.51.3: %s', (version, older) => {
    expect(isOlderThan(version, [3, 51, 3])).toBe(older)
  })
})

describe('a commit that fails', () => {
  const remembered = new CacheRegion<string>(() => undefined)

  test('because the disk is full rejects its whole group, and the next one succeeds once there is space', async () => {
    const store = await opened(tempDatabasePath())
    await store.write((tx) => sql`pragma max_page_count = 60`.execute(tx))
    remembered.valuesIn(store.db).set('key', 'value')

    const group = [small(store, 'a'), large(store, 'b'), small(store, 'c')]
    for (const outcome of await Promise.allSettled(group)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreFailure) })
    }
    expect(remembered.valuesIn(store.db).size).toBe(0)
    expect(await isBroken(store)).toBe(false)
    await store.ping()

    await small(store, 'd')
    await store.write((tx) => sql`pragma max_page_count = 1000000`.execute(tx))
    await large(store, 'e')
    expect((await store.db.selectFrom('meta').select('key').execute()).map(({ key }) => key)).toEqual(['d', 'e'])
  })

  test('because the disk is full is recognized behind an error of the caller', async () => {
    const store = await opened(tempDatabasePath())
    await store.write((tx) => sql`pragma max_page_count = 60`.execute(tx))
    const failing = store.write(async (tx) => {
      await fill(tx, 'a').catch((cause: unknown) => {
        throw new Error('A message could not be kept.', { cause })
      })
    })
    await expect(failing).rejects.toThrow(StoreFailure)
    expect(await isBroken(store)).toBe(false)
    await small(store, 'b')
  })

  test('for any other reason ends all writing, and rejects every waiting write', async () => {
    const store = await opened(tempDatabasePath())
    await store.write(async (tx) => {
      await sql`create table parents (id integer primary key)`.execute(tx)
      await sql`create table children (parent integer references parents deferrable initially deferred)`.execute(tx)
    })
    remembered.valuesIn(store.db).set('key', 'value')
    let woken = 0
    store.onLogged = () => woken++

    const orphan = store.write(async (tx) => void (await sql`insert into children values (1)`.execute(tx)))
    const group = [small(store, 'a'), orphan, small(store, 'b')]
    for (const outcome of await Promise.allSettled(group)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreFailure) })
    }
    expect(await store.broken).toMatchObject({ message: expect.stringContaining('FOREIGN KEY constraint failed') })
    expect(remembered.valuesIn(store.db).size).toBe(0)
    expect(woken).toBe(0)
    await expect(small(store, 'c')).rejects.toThrow(StoreFailure)
    await expect(store.ping()).rejects.toThrow(StoreFailure)
    expect(await store.db.selectFrom('meta').select('key').execute()).toEqual([])
  })
})

async function opened(path: string): Promise<Store> {
  const store = await openSqlite(path)
  onTestFinished(() => store.close().catch(() => {}))
  return store
}

async function pragma(store: Store, name: string): Promise<unknown> {
  const { rows } = await store.write((tx) => sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(tx))
  return rows[0]?.[name]
}

async function isBroken(store: Store): Promise<boolean> {
  return Promise.race([store.broken.then(() => true), new Promise<boolean>((done) => setImmediate(done, false))])
}

function small(store: Store, key: string): Promise<void> {
  return store.write((tx) => note(tx, key, ''))
}

function large(store: Store, key: string): Promise<void> {
  return store.write((tx) => fill(tx, key))
}

function fill(tx: Tx, key: string): Promise<void> {
  return note(tx, key, 'x'.repeat(500_000))
}

async function note(tx: Tx, key: string, value: string): Promise<void> {
  await tx.insertInto('meta').values({ key, value }).execute()
}
