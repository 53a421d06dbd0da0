import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/databases'
import { aScene, text } from '#testing/scene'
import type { Store } from '#store/db'
import { turnClock } from './clock.ts'
import { entry, newestSeq, oldestCursor, replayable } from './log.ts'
import { tidy } from './tidy.ts'

const minutes = 60_000

onBothDatabases('tidying', (open) => {
  test('takes out of the log what no cursor that is good lies before', async () => {
    const { store } = await aScene(open)
    await log(store, 'status', 1)
    await log(store, 'read', 1)
    const { rows, newest } = await logOf(store)
    await log(store, 'status', replayable - 3)
    turnClock(11 * minutes)
    await log(store, 'read', 1)

    await store.write(tidy)
    // Who has come up to just before the first mark, and no further, is still told of it.
    const before = newest - 1
    expect(oldestCursor(await newestSeq(store.db))).toBe(before)
    expect(await logOf(store)).toMatchObject({ reads: 2, oldest: before + 1 })

    await log(store, 'status', 1)
    await store.write(tidy)
    expect(await logOf(store)).toMatchObject({ reads: 1, oldest: newest + 1, rows: replayable - 1 })
    expect(rows).toBe(newest)
  })

  test('leaves what is young to viewers that were away, however much came after it', async () => {
    const { store } = await aScene(open)
    await log(store, 'read', 1)
    await log(store, 'status', replayable)
    await store.write(tidy)
    expect(await logOf(store)).toMatchObject({ rows: replayable + 1 })
    turnClock(11 * minutes)
    await store.write(tidy)
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
    await store.write(tidy)
    const { rows } = await logOf(store)
    // The first delta, and the last entries: those that viewers may still be told.
    expect(rows).toBe(1 + replayable - 1)
    expect(await soFar(ts)).toMatchObject({ n: 3, reply: { parts: [{ text: 'abc' }] } })
  })

  test('leaves what apps were not told of yet', async () => {
    const { store, start } = await aScene(open)
    await start()
    await log(store, 'status', replayable + 10)
    turnClock(11 * minutes)
    await store.write(tidy)
    // With the end of the stream, which that has written down.
    expect(await logOf(store)).toMatchObject({ rows: replayable + 12 })
    await told(store)
    await store.write(tidy)
    expect(await logOf(store)).toMatchObject({ rows: replayable - 1 })
  })
})

/** Apps have been told of everything. */
function told(store: Store): Promise<unknown> {
  return store.write((tx) => tx.updateTable('log').set({ change: null }).where('change', 'is not', null).execute())
}

function log(store: Store, kind: 'read' | 'status', times: number): Promise<void> {
  return store.write(async (tx) => {
    for (let i = 0; i < times; i++) tx.work.log(entry(kind, 'T0ACME', { channelId: 'C0HELP', subject: 'U0ANA' }))
  })
}

async function logOf(store: Store) {
  const kinds = await store.db.selectFrom('log').select(['kind', 'seq']).execute()
  const reads = kinds.filter(({ kind }) => kind === 'read').length
  const oldest = Math.min(...kinds.map(({ seq }) => seq))
  return { rows: kinds.length, reads, oldest, newest: await newestSeq(store.db) }
}
