import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/databases'
import { aScene } from '#testing/scene'
import type { Store } from '#store/db'
import { turnClock } from './clock.ts'
import { entry, newestSeq, oldestCursor, replayable } from './log.ts'
import { tidy } from './tidy.ts'

const minutes = 60_000

onBothDatabases('tidying', (open) => {
  test('takes a read mark out of the log when no cursor that is good lies before it, and nothing else', async () => {
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
    expect(await logOf(store)).toMatchObject({ reads: 2 })

    await log(store, 'status', 1)
    await store.write(tidy)
    expect(await logOf(store)).toMatchObject({ reads: 1, rows: rows + replayable - 2 })
  })

  test('leaves young read marks to viewers that were away, however much came after them', async () => {
    const { store } = await aScene(open)
    await log(store, 'read', 1)
    await log(store, 'status', replayable)
    await store.write(tidy)
    expect(await logOf(store)).toMatchObject({ reads: 1 })
    turnClock(11 * minutes)
    await store.write(tidy)
    expect(await logOf(store)).toMatchObject({ reads: 0 })
  })
})

function log(store: Store, kind: 'read' | 'status', times: number): Promise<void> {
  return store.write(async (tx) => {
    for (let i = 0; i < times; i++) tx.work.log(entry(kind, 'T0ACME', { channelId: 'C0HELP', subject: 'U0ANA' }))
  })
}

async function logOf(store: Store) {
  const kinds = await store.db.selectFrom('log').select('kind').execute()
  const reads = kinds.filter(({ kind }) => kind === 'read').length
  return { rows: kinds.length, reads, newest: await newestSeq(store.db) }
}
