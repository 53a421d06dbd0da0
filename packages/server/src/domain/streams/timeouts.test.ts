import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '#store/postgres/open'
import type { Tx } from '#store/db'
import type { Soon } from '#store/maybePromise'
import { postgres } from '#testing/server/postgres'
import { aScene, dm, text } from '#testing/workspace/domain'
import { turnClock } from '#domain/clock'
import { tidy } from '#domain/sweep'
import { endStream } from './end.ts'
import { grow } from './append.ts'
import { findHead, type Head } from './head.ts'

const minutes = 60_000

describe.skipIf(!postgres)('the sweep on PostgreSQL', () => {
  test('[STR-6] holds up no stream that goes on, and shows what it has ended while it waits for another', async () => {
    const { store, start, append, message, hold, sweepWaits } = await aScene(aDatabase).then(withHolding)
    const goesOn = await start(text('a'))
    const [first, second] = [await start(text('a')), await start(text('a'))]
    turnClock(9 * minutes)
    await append(goesOn, text('b'))
    turnClock(1 * minutes)
    const release = await hold(second, () => {})
    const sweep = tidy(store)
    await sweepWaits()

    await store.write((tx) => sql`select 1 from streams where ts = ${goesOn} for update nowait`.execute(tx))
    expect(await message(first)).toMatchObject({ streaming_state: 'errored' })

    await release()
    await sweep
    expect(await message(second)).toMatchObject({ streaming_state: 'errored' })
    expect(await message(goesOn)).toMatchObject({ streaming_state: 'in_progress' })
  })

  test('[STR-6] asks nothing of a stream that goes on, however old it is', async () => {
    const { store, start, append, hold } = await aScene(aDatabase).then(withHolding)
    const goesOn = await start(text('a'))
    turnClock(9 * minutes)
    await append(goesOn, text('b'))
    turnClock(9 * minutes)
    const release = await hold(goesOn, () => {})
    await tidy(store)
    await release()
  })

  test.each<[string, string, (tx: Tx, head: Head) => Soon<unknown>]>([
    ['grew', 'in_progress', (tx, head) => grow(tx, head, text('b'))],
    ['was ended by its app', 'completed', (tx, head) => endStream(tx, head, { by: 'app' })],
  ])('[STR-6] leaves a stream alone that %s when it had been found already', async (_what, state, change) => {
    const { store, start, message, hold, sweepWaits } = await aScene(aDatabase).then(withHolding)
    const ts = await start(text('a'))
    turnClock(10 * minutes - 1000)
    const release = await hold(ts, change)
    turnClock(1000)
    const sweep = tidy(store)
    await sweepWaits()
    await release()
    await sweep
    expect(await message(ts)).toMatchObject({ streaming_state: state })
  })
})

async function aDatabase() {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const store = await openPostgres(postgres ?? '', { schema })
  onTestFinished(() => store.close())
  return store
}

function withHolding(scene: Awaited<ReturnType<typeof aScene>>) {
  const { store } = scene
  let holder = 0
  return { ...scene, hold, sweepWaits }

  /** Changes a stream in a transaction that is over when the answer is called. */
  async function hold(ts: string, change: (tx: Tx, head: Head) => Soon<unknown>): Promise<() => Promise<void>> {
    const held = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const writing = store.write(async (tx) => {
      await change(tx, (await findHead(tx, dm, ts))!)
      holder = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid ?? 0
      held.resolve()
      await over.promise
    })
    await Promise.race([held.promise, writing])
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
