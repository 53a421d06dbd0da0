import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { toRefusal } from '#http/api/errors'
import { listNoteKeys, listLoggedTs, insertNote } from '#testing/contract/notes'
import { startLossyProxy } from '#testing/database/lossyProxy'
import { startPostgresProxy } from '#testing/database/postgresProxy'
import { postgres } from '#testing/database/postgres'
import type { Db } from '#store/db'
import type { News } from '#store/news'
import { CacheRegion } from '#store/cache'
import { openPostgres } from './open.ts'
import { testKeys } from '#testing/database/keys'

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

  test('a snapshot of which one query has failed begins nothing more', async () => {
    const { store } = await openStore()
    const failed = Promise.withResolvers<void>()
    let other: Promise<unknown> | undefined
    const reading = store.snapshot((db) => {
      other = pidOf(db)
        .then(() => failed.promise)
        .then(() => pidOf(db))
      return Promise.all([other, sql`select 1 / 0`.execute(db)])
    })
    await expect(reading).rejects.toThrow('division')
    failed.resolve()
    await expect(other).rejects.toThrow('over')
  })

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
    store.onMoved = () => seen.push(listLoggedTs(store))
    const remembered = new CacheRegion<string>(() => 'x')
    remembered.valuesIn(store.db).set('x', 'before')

    proxy.hangUpAfter('commit')
    const failing = store.write(async (tx) => {
      tx.work.log({ ...logEntry('status', 'T0ACME'), ts: 'kept' })
    })

    await expect(failing).rejects.toThrow(/connection/i)
    await expect.poll(async () => (await Promise.all(seen)).at(-1)).toEqual(['kept'])
    expect(remembered.valuesIn(store.db).has('x')).toBe(false)
  })

  test('[NOD-15] after the commit, before it was confirmed, is not written again although it believed something', async () => {
    const proxy = await startPostgresProxy(postgres ?? '')
    const { store } = await openStore(proxy.url)
    proxy.hangUpAfter('commit')
    let forgotten = 0
    const writing = store.write((tx) => {
      tx.work.believe(() => forgotten++)
      tx.work.log({ ...logEntry('status', 'T0ACME'), ts: 'once' })
    })

    await expect(writing).rejects.toThrow(/connection/i)
    expect(await listLoggedTs(store)).toEqual(['once'])
    expect(forgotten).toBe(1)
  })

  // Other systems than Linux may not know these settings, and sockets in the file system have no such limits.
  test.skipIf(process.platform !== 'linux')(
    '[NOD-14] is given up by PostgreSQL soon if its machine does not answer',
    async () => {
      const { store } = await openStore()
      const names = ['tcp_user_timeout', 'tcp_keepalives_idle', 'tcp_keepalives_interval']
      const values = await store.write(async (tx) => {
        const shown = sql<{
          value: string
        }>`select current_setting(name) as value from unnest(${sql.raw(`array['${names.join("','")}']`)}) name`
        return (await shown.execute(tx)).rows.map(({ value }) => value)
      })
      expect(values).toEqual(['3000', '1', '1'])
    },
  )

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

describe.skipIf(!postgres)('[FLT-6] a PostgreSQL that hangs', () => {
  test('refuses every query soon, ends with the store, and is used again once it answers', async () => {
    const proxy = await startPostgresProxy(postgres ?? '')
    const { store, schema } = await openStore(proxy.url)
    await store.write((tx) => insertNote(tx, 'before', ''))
    const other = await openPostgres(postgres ?? '', { schema, keys: testKeys })
    onTestFinished(() => other.close())
    const moved: News[] = []
    store.onMoved = (news) => moved.push(news)

    proxy.freeze()
    const failing = [
      store.write((tx) => insertNote(tx, 'a', ''), 'same key'),
      store.write((tx) => insertNote(tx, 'b', ''), 'same key'),
      ...Array.from({ length: 20 }, () => listNoteKeys(store)),
    ]
    await expect(store.ping()).rejects.toThrow('does not answer')
    for (const outcome of await Promise.allSettled(failing)) {
      expect(outcome.status).toBe('rejected')
      const { reason } = outcome as PromiseRejectedResult
      expect(toRefusal(reason, undefined, () => {})).toMatchObject({ code: 'service_unavailable' })
    }
    await expect(store.write((tx) => insertNote(tx, 'c', ''))).rejects.toThrow('PostgreSQL does not answer.')
    await other.write(async (tx) => tx.work.log(logEntry('status', 'T0ACME')))
    expect(moved).toEqual([])

    proxy.thaw()
    await vi.waitFor(() => store.write((tx) => insertNote(tx, 'after', '')), { timeout: 30_000 })
    expect(await listNoteKeys(store)).toEqual(['after', 'before'])
    await expect.poll(() => moved).toEqual([{ team: 'T0ACME', last: 1 }])

    proxy.freeze()
    const pending = store.write((tx) => insertNote(tx, 'd', '')).catch((error: unknown) => error)
    await store.close()
    expect(await pending).toBeInstanceOf(Error)
  })

  test('refuses all at the same moment: who uses a connection, who waits for one, and who waits for another call', async () => {
    const proxy = await startPostgresProxy(postgres ?? '')
    const { store } = await openStore(proxy.url)
    await store.write((tx) => insertNote(tx, 'before', ''))
    proxy.freeze()
    let refused = 0
    const failing = Array.from({ length: 500 }, (_, i) =>
      (i % 2 ? listNoteKeys(store) : store.write((tx) => insertNote(tx, `${i}`, ''), `key ${i % 7}`)).catch(
        () => refused++,
      ),
    )
    await Promise.race(failing)
    // The sockets that were cut close in the turns that follow.
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
    expect(refused).toBe(500)
  })

  test('leaves a slow query alone while others are answered', async () => {
    const { store } = await openStore()
    await sql`select pg_sleep(4)`.execute(store.db)
  })

  test('[NOD-14] is asked over another connection if none is made, and what waits for lost packets is cut', async () => {
    const proxy = await startLossyProxy(postgres ?? '')
    const { store } = await openStore(proxy.url)
    await store.write((tx) => insertNote(tx, 'before', ''))
    await proxy.lose()
    const connecting = vi.spyOn(Socket.prototype, 'connect')
    onTestFinished(() => connecting.mockRestore())
    const pending = store.write((tx) => insertNote(tx, 'lost', '')).catch((error: unknown) => error)
    await vi.waitFor(() => expect(connecting.mock.calls.length).toBeGreaterThan(1), { timeout: 10_000 })
    proxy.mend()

    expect(toRefusal(await pending, undefined, () => {})).toMatchObject({ code: 'service_unavailable' })
    await vi.waitFor(() => store.write((tx) => insertNote(tx, 'after', '')), { timeout: 10_000 })
    expect(await listNoteKeys(store)).toEqual(['after', 'before'])
  })
})

async function openStore(url = postgres ?? '') {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const store = await openPostgres(url, { schema, keys: testKeys })
  const admin = new pg.Client(postgres)
  await admin.connect()
  const cuts: Promise<unknown>[] = []
  onTestFinished(async () => {
    await Promise.all(cuts)
    await store.close().catch(() => {})
    await admin.end()
  })
  return { store, schema, cut }

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
