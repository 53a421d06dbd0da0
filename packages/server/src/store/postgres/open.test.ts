import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { entry } from '#domain/log/entry'
import { asRefusal } from '#http/api/errors'
import { keys, logged, note } from '#testing/contract/notes'
import { aDoorTo } from '#testing/server/postgresProxy'
import { postgres } from '#testing/server/postgres'
import type { Db } from '#store/db'
import { Remembered } from '#store/cache'
import { openPostgres } from './open.ts'

// An error that nobody hears fails the whole run, as it would end a server.
describe.skipIf(!postgres)('a connection to PostgreSQL that is ended from outside', () => {
  test('while nobody uses it is replaced', async () => {
    const { store, cut } = await aStore()
    await cut(await pidOf(store.db))

    await store.write((tx) => note(tx, 'next', ''))

    expect(await keys(store)).toEqual(['next'])
  })

  test.each(['between two queries', 'during a query'])(
    '%s of a write undoes it, and the next one goes through',
    async (when) => {
      const { store, cut } = await aStore()
      const failing = store.write(async (tx) => {
        await note(tx, 'lost', '')
        const pid = await pidOf(tx)
        if (when === 'during a query') void after(50).then(() => cut(pid))
        else await cut(pid).then(() => after(50))
        await sql`select pg_sleep(5)`.execute(tx)
      })
      await expect(failing).rejects.toThrow(/connection/i)

      await store.write((tx) => note(tx, 'next', ''))

      expect(await keys(store)).toEqual(['next'])
    },
  )

  test('during the commit undoes the write, and tells who waits', async () => {
    const { store, cut } = await aStore()
    await sql`create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(5); return null; end'`.execute(
      store.db,
    )
    await sql`create constraint trigger slow after insert on meta deferrable initially deferred
              for each row when (new.key = 'lost') execute function slow()`.execute(store.db)
    const failing = store.write(async (tx) => {
      await note(tx, 'lost', '')
      const pid = await pidOf(tx)
      void after(100).then(() => cut(pid))
    })
    await expect(failing).rejects.toThrow(/connection/i)

    await store.write((tx) => note(tx, 'next', ''))

    expect(await keys(store)).toEqual(['next'])
  })

  test('after the commit, before anyone heard of it, wakes the readers of the log all the same', async () => {
    const door = await aDoorTo(postgres ?? '')
    const { store } = await aStore(door.url)
    const seen: Promise<string[]>[] = []
    store.onLogged = () => seen.push(logged(store))
    const remembered = new Remembered<string>(() => 'x')
    remembered.in(store.db).set('x', 'before')

    door.hangUpAfter('commit')
    const failing = store.write(async (tx) => {
      tx.work.log({ ...entry('status', 'T0ACME'), ts: 'kept' })
    })

    await expect(failing).rejects.toThrow(/connection/i)
    expect(await Promise.all(seen)).toEqual([['kept']])
    expect(remembered.in(store.db).has('x')).toBe(false)
  })

  test('is answered with service_unavailable', async () => {
    const { store, cut } = await aStore()
    const broken: unknown = await store
      .write(async (tx) => {
        await cut(await pidOf(tx)).then(() => after(50))
        await note(tx, 'lost', '')
      })
      .catch((error: unknown) => error)

    const refusal = asRefusal(broken, undefined, () => {})
    expect(refusal).toMatchObject({ code: 'service_unavailable' })
  })
})

async function aStore(url = postgres ?? '') {
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
