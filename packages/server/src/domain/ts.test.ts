import { describe, expect, test } from 'vitest'
import { openSqlite } from '#store/sqlite/open'
import { aDatabaseFile, onBothDatabases } from '#testing/server/databases'
import { aScene, dm } from '#testing/workspace/domain'
import { now, turnClock } from './clock.ts'
import { microsecondsOf, nextTs, tsOf, tsPattern } from './ts.ts'

const hours = 3_600_000

onBothDatabases('a ts', (open) => {
  test('is the time, to the microsecond', async () => {
    const { store } = await aScene(open)
    const before = now()
    const ts = await store.write((tx) => nextTs(tx, dm.team_id, dm.id))
    expect(ts).toMatch(tsPattern)
    expect(Number(ts) * 1000).toBeGreaterThanOrEqual(before)
    expect(Number(ts) * 1000).toBeLessThan(now() + 1)
  })

  test('goes on rising while the clock jumps back by two hours, and then catches up', async () => {
    const { store } = await aScene(open)
    const given: string[] = []
    for (const turn of [0, -2 * hours, 0, 0, 4 * hours, 0]) {
      turnClock(turn)
      given.push(await store.write((tx) => nextTs(tx, dm.team_id, dm.id)))
    }
    expect(given).toEqual([...new Set(given)].toSorted())
    expect(Number(given[2])).toBeCloseTo(Number(given[0]), 4)
    expect(Number(given[4]) - Number(given[0])).toBeGreaterThanOrEqual(7200)
  })

  test('of one channel has nothing to do with another', async () => {
    const { store } = await aScene(open)
    turnClock(2 * hours)
    const ahead = await store.write((tx) => nextTs(tx, dm.team_id, dm.id))
    turnClock(-2 * hours)
    const other = await store.write((tx) => nextTs(tx, dm.team_id, 'C0GENERAL'))
    expect(Number(ahead) - Number(other)).toBeGreaterThan(7100)
  })

  test('comes after every message that the workspace file brought', async () => {
    const { store } = await aScene(open)
    turnClock(Date.parse('2020-01-01') - now())
    expect(await store.write((tx) => nextTs(tx, dm.team_id, dm.id))).toBe('1767225600.000101')
  })

  test('of a write that failed may be given again', async () => {
    const { store } = await aScene(open)
    turnClock(-2 * hours)
    const first = await store.write((tx) => nextTs(tx, 'T0ACME', 'C0GENERAL'))
    const failing = store.write(async (tx) => {
      await nextTs(tx, 'T0ACME', 'C0GENERAL')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await store.write((tx) => nextTs(tx, 'T0ACME', 'C0GENERAL'))) > first).toBe(true)
  })

  test('in a channel that is not there is a defect', async () => {
    const { store } = await aScene(open)
    await expect(store.write((tx) => nextTs(tx, 'T0ACME', 'C0NOWHERE'))).rejects.toThrow()
  })
})

describe('a ts, on a file', () => {
  test('goes on rising across a restart with the clock two hours back', async () => {
    const path = aDatabaseFile()
    const { store } = await aScene(() => openSqlite(path))
    const before = await store.write((tx) => nextTs(tx, dm.team_id, dm.id))
    await store.close()
    turnClock(-2 * hours)
    const again = await openSqlite(path)
    const after = await again.write((tx) => nextTs(tx, dm.team_id, dm.id))
    expect(microsecondsOf(after)).toBe(microsecondsOf(before) + 1)
    await again.close()
  })

  test.each(['1767225600.000100', '1767225600.000000', '9007199254.740991'])('%s is read and written alike', (ts) => {
    expect(tsOf(microsecondsOf(ts))).toBe(ts)
  })
})
