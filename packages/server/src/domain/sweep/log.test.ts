import { expect, test, vi } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme, text } from '#testing/workspace/domain'
import type { Store } from '#store/db'
import { LogCleaner, batchSize } from './log.ts'
import { logEntry } from '#domain/log/entry'
import { newestSeq, oldestCursor, maxReplayedEntries } from '#domain/log/numbers'

const minutes = 60_000

onBothDatabases('cleaning the log', (open) => {
  test('deletes entries that no valid cursor needs', async () => {
    const { store } = await loadAcme(open)
    await log(store, 'status', 1)
    await log(store, 'read', 1)
    const { rows, newest } = await logOf(store)
    await log(store, 'status', maxReplayedEntries - 3)
    store.db.clock.advance(11 * minutes)
    await log(store, 'read', 1)

    await new LogCleaner(store).run({ during: Infinity })
    // A viewer whose cursor is just before the first read mark still receives it.
    const before = newest - 1
    expect(oldestCursor(await newestSeq(store.db, 'T0ACME'))).toBe(before)
    expect(await logOf(store)).toMatchObject({ reads: 2, oldest: before + 1 })

    await log(store, 'status', 1)
    await new LogCleaner(store).run({ during: Infinity })
    expect(await logOf(store)).toMatchObject({ reads: 1, oldest: newest + 1, rows: maxReplayedEntries - 1 })
    expect(rows).toBe(newest)
  })

  test('keeps young entries for viewers that were away, however many followed', async () => {
    const { store } = await loadAcme(open)
    await log(store, 'read', 1)
    await log(store, 'status', maxReplayedEntries)
    await new LogCleaner(store).run({ during: Infinity })
    expect(await logOf(store)).toMatchObject({ rows: maxReplayedEntries + 1 })
    store.db.clock.advance(11 * minutes)
    await new LogCleaner(store).run({ during: Infinity })
    expect(await logOf(store)).toMatchObject({ reads: 0, rows: maxReplayedEntries - 1 })
  })

  test('keeps all deltas of an open stream, and deletes entries around them', async () => {
    const { store, start, append, readStream } = await loadAcme(open)
    await log(store, 'status', 3)
    const ts = await start(text('a'))
    await log(store, 'status', maxReplayedEntries + 10)
    store.db.clock.advance(5 * minutes)
    await append(ts, text('b'))
    store.db.clock.advance(6 * minutes)
    await append(ts, text('c'))
    await markAllRecorded(store)
    await new LogCleaner(store).run({ during: Infinity })
    const { rows } = await logOf(store)
    // What is left is the first delta, and the last entries, which viewers may still need.
    expect(rows).toBe(1 + maxReplayedEntries - 1)
    expect(await readStream(ts)).toMatchObject({ n: 3, reply: { parts: [{ text: 'abc' }] } })
  })

  test('deletes deltas behind a stream that stays open, and its own once it has ended', async () => {
    const { store, start, append, stop, readStream, readMessage } = await loadAcme(open)
    const clearing = new LogCleaner(store)
    const [long, other] = [await start(text('0')), await start(text('x'))]
    for (let minute = 1; minute <= 60; minute++) {
      const short = await start(text('a'))
      await append(short, text('b'))
      await stop(short)
      store.db.clock.advance(minutes)
      for (const ts of [long, other]) await append(ts, text(` ${minute}`))
      await clearing.run()
    }
    // All deltas of the two long streams are kept. Those of short streams are kept for about as long as viewers may be away.
    const kept = async () => (await logOf(store)).deltas
    expect(await kept()).toBeLessThanOrEqual(2 * 61 + 2 * 21)
    expect(await kept()).toBeGreaterThanOrEqual(2 * 61 + 2 * 10)
    const numbers = Array.from({ length: 61 }, (_, i) => i).join(' ')
    // As after a start, the cache is empty, and only the log has the content.
    store.db.cache.clear()
    expect(await readStream(long)).toMatchObject({ n: 61, reply: { parts: [{ text: numbers }] } })

    await stop(long)
    for (let minute = 0; minute < 25; minute++) {
      store.db.clock.advance(minutes)
      await append(other, text('.'))
      await clearing.run()
    }
    expect(await kept()).toBe(61 + 25)
    expect(await readMessage(long)).toMatchObject({ markdown: numbers })
    expect(await readStream(other)).toMatchObject({ n: 86 })
  })

  test('keeps entries whose events have not been recorded', async () => {
    const { store, start } = await loadAcme(open)
    await start()
    await log(store, 'status', maxReplayedEntries + 10)
    store.db.clock.advance(11 * minutes)
    await new LogCleaner(store).run({ during: Infinity })
    expect(await logOf(store)).toMatchObject({ rows: maxReplayedEntries + 11 })
    await markAllRecorded(store)
    await new LogCleaner(store).run({ during: Infinity })
    expect(await logOf(store)).toMatchObject({ rows: maxReplayedEntries - 1 })
  })

  test('works in batches until it has caught up, with other writes in between', async () => {
    const { store } = await loadAcme(open)
    await log(store, 'delta', 6 * batchSize + 1)
    // Two writes at once open a second connection now, so that opening it does not disturb the measurement.
    await Promise.all([markAllRecorded(store), markAllRecorded(store)])
    store.db.clock.advance(11 * minutes)

    const clearing = new LogCleaner(store).run({ during: Infinity })
    // Counted inside the write, because a query after it may run several batches later.
    const left = await store.write(async (tx) => {
      const deltas = await tx.selectFrom('log').select('seq').where('kind', '=', 'delta').execute()
      return deltas.length
    })
    expect(left).toBeGreaterThan(2 * batchSize)
    await clearing
    expect(await logOf(store)).toMatchObject({ deltas: 0, rows: 0 })
  })

  test('[NOD-2] looks at no team whose next entry is too young', async () => {
    const { store } = await loadAcme(open)
    await markAllRecorded(store)
    await log(store, 'delta', 2)
    const writing = vi.spyOn(store, 'write')
    const countWrites = async (cleaner: LogCleaner) => {
      writing.mockClear()
      await cleaner.run()
      return writing.mock.calls.length
    }
    const cleaner = new LogCleaner(store)
    expect(await countWrites(cleaner)).toBeGreaterThan(0)
    store.db.clock.advance(9 * minutes)
    await log(store, 'delta', 2)
    expect(await countWrites(cleaner)).toBe(0)
    store.db.clock.advance(2 * minutes)
    expect(await countWrites(cleaner)).toBeGreaterThan(0)
    expect(await logOf(store)).toMatchObject({ deltas: 2 })
    expect(await countWrites(cleaner)).toBe(0)
  })

  test('stops when its time is up or on request, and next time continues where it stopped', async () => {
    const { store } = await loadAcme(open)
    await log(store, 'delta', 3 * batchSize)
    store.db.clock.advance(11 * minutes)

    await new LogCleaner(store).run({ during: 0 })
    expect(await logOf(store)).toMatchObject({ deltas: 2 * batchSize })
    await new LogCleaner(store).run({ stopped: AbortSignal.abort() })
    expect(await logOf(store)).toMatchObject({ deltas: batchSize })
    await new LogCleaner(store).run({ during: Infinity })
    expect(await logOf(store)).toMatchObject({ deltas: 0 })
  })

  test('begins with the team where the last run stopped, so that each has its turn', async () => {
    const { store } = await loadAcme(open)
    const teams = ['T1', 'T2', 'T3']
    await store.write(async (tx) => {
      for (let i = 0; i < 2 * batchSize; i++) for (const team of teams) tx.work.log(logEntry('delta', team))
    })
    store.db.clock.advance(11 * minutes)
    await markAllRecorded(store)

    const cleaner = new LogCleaner(store)
    for (let run = 0; run < 5; run++) await cleaner.run({ during: 0 })
    const rows = await store.db.selectFrom('log').select('team_id').where('team_id', 'in', teams).execute()
    const left = teams.map((team) => rows.filter((row) => row.team_id === team).length)
    for (const each of left) expect(each).toBeLessThanOrEqual(batchSize)
  })
})

/** Marks the events of all entries as recorded. */
function markAllRecorded(store: Store): Promise<unknown> {
  return store.write((tx) => tx.updateTable('log').set({ change: null }).where('change', 'is not', null).execute())
}

function log(store: Store, kind: 'read' | 'status' | 'delta', times: number): Promise<void> {
  return store.write(async (tx) => {
    for (let i = 0; i < times; i++) tx.work.log(logEntry(kind, 'T0ACME', { channelId: 'C0HELP', subject: 'U0ANA' }))
  })
}

async function logOf(store: Store) {
  const kinds = await store.db.selectFrom('log').select(['kind', 'seq']).execute()
  const reads = kinds.filter(({ kind }) => kind === 'read').length
  const deltas = kinds.filter(({ kind }) => kind === 'delta').length
  const oldest = Math.min(...kinds.map(({ seq }) => seq))
  return { rows: kinds.length, reads, deltas, oldest, newest: await newestSeq(store.db, 'T0ACME') }
}
