import { describe, expect, test } from 'vitest'
import { openSqlite } from '#store/sqlite/open'
import { tempDatabasePath, onBothDatabases } from '#testing/database/databases'
import { loadAcme, dm } from '#testing/workspace/domain'
import { toMicroseconds, nextTs, toTs, tsPattern } from './ts.ts'

const hours = 3_600_000

onBothDatabases('a ts', (open) => {
  test('is the time, in microseconds', async () => {
    const { store } = await loadAcme(open)
    const before = store.db.clock.now()
    const ts = await store.write((tx) => nextTs(tx, dm.team_id, dm.id))
    expect(ts).toMatch(tsPattern)
    expect(Number(ts) * 1000).toBeGreaterThanOrEqual(before)
    expect(Number(ts) * 1000).toBeLessThan(store.db.clock.now() + 1)
  })

  test('keeps rising while the clock jumps back by two hours, and then follows it again', async () => {
    const { store } = await loadAcme(open)
    const given: string[] = []
    for (const turn of [0, -2 * hours, 0, 0, 4 * hours, 0]) {
      store.db.clock.advance(turn)
      given.push(await store.write((tx) => nextTs(tx, dm.team_id, dm.id)))
    }
    expect(given).toEqual([...new Set(given)].toSorted())
    expect(Number(given[2])).toBeCloseTo(Number(given[0]), 4)
    expect(Number(given[4]) - Number(given[0])).toBeGreaterThanOrEqual(7200)
  })

  test('is independent of other channels', async () => {
    const { store } = await loadAcme(open)
    store.db.clock.advance(2 * hours)
    const ahead = await store.write((tx) => nextTs(tx, dm.team_id, dm.id))
    store.db.clock.advance(-2 * hours)
    const other = await store.write((tx) => nextTs(tx, dm.team_id, 'C0GENERAL'))
    expect(Number(ahead) - Number(other)).toBeGreaterThan(7100)
  })

  test('follows every message of the workspace file', async () => {
    const { store } = await loadAcme(open)
    store.db.clock.advance(Date.parse('2020-01-01') - store.db.clock.now())
    expect(await store.write((tx) => nextTs(tx, dm.team_id, dm.id))).toBe('1767225600.000101')
  })

  test('of a write that failed may be used again', async () => {
    const { store } = await loadAcme(open)
    store.db.clock.advance(-2 * hours)
    const first = await store.write((tx) => nextTs(tx, 'T0ACME', 'C0GENERAL'))
    const failing = store.write(async (tx) => {
      await nextTs(tx, 'T0ACME', 'C0GENERAL')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await store.write((tx) => nextTs(tx, 'T0ACME', 'C0GENERAL'))) > first).toBe(true)
  })

  test('in a channel that does not exist is an unexpected error', async () => {
    const { store } = await loadAcme(open)
    await expect(store.write((tx) => nextTs(tx, 'T0ACME', 'C0NOWHERE'))).rejects.toThrow()
  })
})

describe('a ts, on a file', () => {
  test('keeps rising across a restart with the clock two hours back', async () => {
    const path = tempDatabasePath()
    const { store } = await loadAcme(() => openSqlite(path))
    const before = await store.write((tx) => nextTs(tx, dm.team_id, dm.id))
    await store.close()
    const { clock } = store.db
    clock.advance(-2 * hours)
    const again = await openSqlite(path, { clock })
    const after = await again.write((tx) => nextTs(tx, dm.team_id, dm.id))
    expect(toMicroseconds(after)).toBe(toMicroseconds(before) + 1)
    await again.close()
  })

  test.each(['1767225600.000100', '1767225600.000000', '9007199254.740991'])('%s survives a round trip', (ts) => {
    expect(toTs(toMicroseconds(ts))).toBe(ts)
  })
})
