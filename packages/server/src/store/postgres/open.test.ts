import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { toRefusal } from '#http/api/errors'
import { listNoteKeys, listLoggedTs, insertNote } from '#testing/contract/notes'
import { startPostgresProxy } from '#testing/database/postgresProxy'
import { postgres } from '#testing/database/postgres'
import type { Db } from '#store/db'
import { CacheRegion } from '#store/cache'
import { openPostgres } from './open.ts'

// An error without a listener would end a server. Here it fails the whole test run.
describe.skipIf(!postgres)('a connection to PostgreSQL that is ended from outside', () => {
  test('is replaced while nobody uses it', async () => {
    const { store, cut } = await openStore()
    await cut(await pidOf(store.db))

    await store.write((tx) => insertNote(tx, 'next', ''))

    expect(await listNoteKeys(store)).toEqual(['next'])
  })

  test.each(['between two queries', 'during a query'])(
    '%s of a write rolls it back, and the next one succeeds',
    async (when) => {
      const { store, cut } = await openStore()
      const failing = store.write(async (tx) => {
        await insertNote(tx, 'lost', '')
        const pid = await pidOf(tx)
        if (when === 'during a query') void after(50).then(() => cut(pid))
        else await cut(pid).then(() => after(50))
        await sql`select pg_sleep(5)`.execute(tx)
      })
      await expect(failing).rejects.toThrow(/connection/i)

      await store.write((tx) => insertNote(tx, 'next', ''))

      expect(await listNoteKeys(store)).toEqual(['next'])
    },
  )

  test('during the commit rolls back the write, and its caller learns of it', async () => {
    const { store, cut } = await openStore()
    await sql`create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(5); return null; end'`.execute(
      store.db,
    )
    await sql`create constraint trigger slow after insert on meta deferrable initially deferred
              for each row when (new.key = 'lost') execute function slow()`.execute(store.db)
    const failing = store.write(async (tx) => {
      await insertNote(tx, 'lost', '')
      const pid = await pidOf(tx)
      void after(100).then(() => cut(pid))
    })
    await expect(failing).rejects.toThrow(/connection/i)

    await store.write((tx) => insertNote(tx, 'next', ''))

    expect(await listNoteKeys(store)).toEqual(['next'])
  })

  test('after the commit, before it was confirmed, still wakes readers of the log', async () => {
    const proxy = await startPostgresProxy(postgres ?? '')
    const { store } = await openStore(proxy.url)
    const seen: Promise<string[]>[] = []
    store.onLogged = () => seen.push(listLoggedTs(store))
    const remembered = new CacheRegion<string>(() => 'x')
    remembered.valuesIn(store.db).set('x', 'before')

    proxy.hangUpAfter('commit')
    const failing = store.write(async (tx) => {
      tx.work.log({ ...logEntry('status', 'T0ACME'), ts: 'kept' })
    })

    await expect(failing).rejects.toThrow(/connection/i)
    expect(await Promise.all(seen)).toEqual([['kept']])
    expect(remembered.valuesIn(store.db).has('x')).toBe(false)
  })

  test('leads to service_unavailable', async () => {
    const { store, cut } = await openStore()
    const broken: unknown = await store
      .write(async (tx) => {
        await cut(await pidOf(tx)).then(() => after(50))
        await insertNote(tx, 'lost', '')
      })
      .catch((error: unknown) => error)

    const refusal = toRefusal(broken, undefined, () => {})
    expect(refusal).toMatchObject({ code: 'service_unavailable' })
  })
})

async function openStore(url = postgres ?? '') {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const store = await openPostgres(url, { schema })
  const admin = new pg.Client(postgres)
  await admin.connect()
  const cuts: Promise<unknown>[] = []
  onTestFinished(async () => {
    await Promise.all(cuts)
    await store.close().catch(() => {})
    await admin.end()
  })
  return { store, cut }

  function cut(pid: number): Promise<unknown> {
    const cutting = admin.query('select pg_terminate_backend($1, 2000)', [pid])
    cuts.push(cutting)
    return cutting
  }
}

async function pidOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}
