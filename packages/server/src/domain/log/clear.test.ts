import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/server/databases'
import { aScene, text } from '#testing/workspace/domain'
import type { Store } from '#store/db'
import { LogClearing, slice } from './clear.ts'
import { turnClock } from '#domain/clock'
import { entry, newestSeq, oldestCursor, replayable } from './entry.ts'

const minutes = 60_000

onBothDatabases('clearing the log', (open) => {
  test('takes out of the log what no cursor that is good lies before', async () => {
    const { store } = await aScene(open)
    await log(store, 'status', 1)
    await log(store, 'read', 1)
    const { rows, newest } = await logOf(store)
    await log(store, 'status', replayable - 3)
    turnClock(11 * minutes)
    await log(store, 'read', 1)

    await new LogClearing(store).goOn()
    // Who has come up to just before the first mark, and no further, is still told of it.
    const before = newest - 1
    expect(oldestCursor(await newestSeq(store.db))).toBe(before)
    expect(await logOf(store)).toMatchObject({ reads: 2, oldest: before + 1 })

    await log(store, 'status', 1)
    await new LogClearing(store).goOn()
    expect(await logOf(store)).toMatchObject({ reads: 1, oldest: newest + 1, rows: replayable - 1 })
    expect(rows).toBe(newest)
  })

  test('leaves what is young to viewers that were away, however much came after it', async () => {
    const { store } = await aScene(open)
    await log(store, 'read', 1)
    await log(store, 'status', replayable)
    await new LogClearing(store).goOn()
    expect(await logOf(store)).toMatchObject({ rows: replayable + 1 })
    turnClock(11 * minutes)
    await new LogClearing(store).goOn()
    expect(await logOf(store)).toMatchObject({ reads: 0, rows: replayable - 1 })
  })

  test('leaves an open stream whole, and takes what is older and newer than its beginning', async () => {
    const { store, start, append, soFar } = await aScene(open)
    await log(store, 'status', 3)
    const ts = await start(text('a'))
    await log(store, 'status', replayable + 10)
    turnClock(5 * minutes)
    await append(ts, text('b'))
    turnClock(6 * minutes)
    await append(ts, text('c'))
    await told(store)
    await new LogClearing(store).goOn()
    const { rows } = await logOf(store)
    // The first delta, and the last entries: those that viewers may still be told.
    expect(rows).toBe(1 + replayable - 1)
    expect(await soFar(ts)).toMatchObject({ n: 3, reply: { parts: [{ text: 'abc' }] } })
  })

  test('lets one stream that goes on and on hold back nothing that came after it, and takes it too when it is over', async () => {
    const { store, start, append, stop, soFar, message } = await aScene(open)
    const clearing = new LogClearing(store)
    const [long, other] = [await start(text('0')), await start(text('x'))]
    for (let minute = 1; minute <= 60; minute++) {
      const short = await start(text('a'))
      await append(short, text('b'))
      await stop(short)
      turnClock(minutes)
      for (const ts of [long, other]) await append(ts, text(` ${minute}`))
      await clearing.goOn()
    }
    // Those of the long ones, and of short ones no older than a viewer may have been away, or a little longer.
    const kept = async () => (await logOf(store)).deltas
    expect(await kept()).toBeLessThanOrEqual(2 * 61 + 2 * 21)
    expect(await kept()).toBeGreaterThanOrEqual(2 * 61 + 2 * 10)
    const numbers = Array.from({ length: 61 }, (_, i) => i).join(' ')
    // As after a start: nothing is known but what the log has.
    store.db.memory.clear()
    expect(await soFar(long)).toMatchObject({ n: 61, reply: { parts: [{ text: numbers }] } })

    await stop(long)
    for (let minute = 0; minute < 25; minute++) {
      turnClock(minutes)
      await append(other, text('.'))
      await clearing.goOn()
    }
    expect(await kept()).toBe(61 + 25)
    expect(await message(long)).toMatchObject({ markdown: numbers })
    expect(await soFar(other)).toMatchObject({ n: 86 })
  })

  test('leaves what apps were not told of yet', async () => {
    const { store, start } = await aScene(open)
    await start()
    await log(store, 'status', replayable + 10)
    turnClock(11 * minutes)
    await new LogClearing(store).goOn()
    expect(await logOf(store)).toMatchObject({ rows: replayable + 11 })
    await told(store)
    await new LogClearing(store).goOn()
    expect(await logOf(store)).toMatchObject({ rows: replayable - 1 })
  })

  test('goes on in slices until it has caught up, and lets writes between them', async () => {
    const { store } = await aScene(open)
    await log(store, 'delta', 6 * slice + 1)
    // Two at a time: a second connection is not opened while it is measured.
    await Promise.all([told(store), told(store)])
    turnClock(11 * minutes)

    const clearing = new LogClearing(store).goOn()
    // Looked at inside the write: what is asked for afterwards may be answered several slices later.
    const left = await store.write(async (tx) => {
      const deltas = await tx.selectFrom('log').select('seq').where('kind', '=', 'delta').execute()
      return deltas.length
    })
    expect(left).toBeGreaterThan(2 * slice)
    await clearing
    expect(await logOf(store)).toMatchObject({ deltas: 0, rows: 0 })
  })

  test('ends when its time is over or it is told to, and goes on there the next time', async () => {
    const { store } = await aScene(open)
    await log(store, 'delta', 3 * slice)
    turnClock(11 * minutes)

    await new LogClearing(store).goOn({ during: 0 })
    expect(await logOf(store)).toMatchObject({ deltas: 2 * slice })
    await new LogClearing(store).goOn({ stopped: AbortSignal.abort() })
    expect(await logOf(store)).toMatchObject({ deltas: slice })
    await new LogClearing(store).goOn()
    expect(await logOf(store)).toMatchObject({ deltas: 0 })
  })
})

/** Apps have been told of everything. */
function told(store: Store): Promise<unknown> {
  return store.write((tx) => tx.updateTable('log').set({ change: null }).where('change', 'is not', null).execute())
}

function log(store: Store, kind: 'read' | 'status' | 'delta', times: number): Promise<void> {
  return store.write(async (tx) => {
    for (let i = 0; i < times; i++) tx.work.log(entry(kind, 'T0ACME', { channelId: 'C0HELP', subject: 'U0ANA' }))
  })
}

async function logOf(store: Store) {
  const kinds = await store.db.selectFrom('log').select(['kind', 'seq']).execute()
  const reads = kinds.filter(({ kind }) => kind === 'read').length
  const deltas = kinds.filter(({ kind }) => kind === 'delta').length
  const oldest = Math.min(...kinds.map(({ seq }) => seq))
  return { rows: kinds.length, reads, deltas, oldest, newest: await newestSeq(store.db) }
}
