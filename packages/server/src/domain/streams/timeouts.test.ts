import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '#store/postgres/open'
import type { Tx } from '#store/db'
import type { MaybePromise } from '#store/maybePromise'
import { postgres } from '#testing/database/postgres'
import { loadAcme, dm, text } from '#testing/workspace/domain'
import { sweepExpired } from '#domain/sweep/expired'
import { stopClock } from '#testing/workspace/stopClock'
import { endStream } from './end.ts'
import { appendDelta } from './append.ts'
import { findHead } from './openHeads.ts'
import type { StreamHead } from './head.ts'
import { testKeys } from '#testing/database/keys'

const minutes = 60_000

describe.skipIf(!postgres)('the sweep on PostgreSQL', () => {
  test('[STR-6] blocks no open stream, and publishes an end while it waits for another stream', async () => {
    const { store, start, append, readMessage, hold, sweepWaits } = await loadAcme(createDatabase).then(withHolding)
    const goesOn = await start(text('a'))
    const [first, second] = [await start(text('a')), await start(text('a'))]
    store.db.clock.advance(9 * minutes)
    await append(goesOn, text('b'))
    store.db.clock.advance(1 * minutes)
    const release = await hold(second, () => {})
    const sweep = sweepExpired(store)
    await sweepWaits()

    await store.write((tx) => sql`select 1 from streams where ts = ${goesOn} for update nowait`.execute(tx))
    expect(await readMessage(first)).toMatchObject({ streaming_state: 'errored' })

    await release()
    await sweep
    expect(await readMessage(second)).toMatchObject({ streaming_state: 'errored' })
    expect(await readMessage(goesOn)).toMatchObject({ streaming_state: 'in_progress' })
  })

  test('[STR-6] locks no open stream, however old it is', async () => {
    const { store, start, append, hold } = await loadAcme(createDatabase).then(withHolding)
    const goesOn = await start(text('a'))
    store.db.clock.advance(9 * minutes)
    await append(goesOn, text('b'))
    store.db.clock.advance(9 * minutes)
    const release = await hold(goesOn, () => {})
    await sweepExpired(store)
    await release()
  })

  test.each<[string, string, (tx: Tx, head: StreamHead) => MaybePromise<unknown>]>([
    ['grew', 'in_progress', (tx, head) => appendDelta(tx, head, text('b'))],
    ['was ended by its app', 'completed', (tx, head) => endStream(tx, head, { by: 'app' })],
  ])('[STR-6] leaves a stream alone that %s when it had been found already', async (_what, state, change) => {
    stopClock()
    const { store, start, readMessage, hold, sweepWaits } = await loadAcme(createDatabase).then(withHolding)
    const ts = await start(text('a'))
    store.db.clock.advance(10 * minutes - 1000)
    const release = await hold(ts, change)
    store.db.clock.advance(1000)
    const sweep = sweepExpired(store)
    await sweepWaits()
    await release()
    await sweep
    expect(await readMessage(ts)).toMatchObject({ streaming_state: state })
  })
})

async function createDatabase() {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const store = await openPostgres(postgres ?? '', { schema, keys: testKeys })
  onTestFinished(() => store.close())
  return store
}

function withHolding(scene: Awaited<ReturnType<typeof loadAcme>>) {
  const { store } = scene
  let holder = 0
  return { ...scene, hold, sweepWaits }

  /** Changes a stream in a transaction that stays open until the returned function is called. */
  async function hold(
    ts: string,
    change: (tx: Tx, head: StreamHead) => MaybePromise<unknown>,
  ): Promise<() => Promise<void>> {
    const changed = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const writing = store.write(async (tx) => {
      await change(tx, (await findHead(tx, dm, ts))!)
      holder = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid ?? 0
      changed.resolve()
      await over.promise
    })
    await Promise.race([changed.promise, writing])
    const release = () => {
      over.resolve()
      return writing
    }
    onTestFinished(() => release())
    return release
  }
  async function sweepWaits(): Promise<void> {
    const waiting = sql`select 1 from pg_stat_activity where ${holder} = any (pg_blocking_pids(pid))`
    while ((await waiting.execute(store.db)).rows.length === 0) await pause(5)
  }
}
