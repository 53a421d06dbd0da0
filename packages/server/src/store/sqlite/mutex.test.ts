import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openSqlite } from './open.ts'

const directory = mkdtempSync(join(tmpdir(), 'rivulet-gate-'))
afterAll(() => rmSync(directory, { recursive: true }))

describe.each([
  ['in memory', ':memory:'],
  ['in a file', join(directory, 'a.db')],
])('a store %s', (_where, path) => {
  test('runs concurrent snapshots and writes one after the other', async () => {
    const store = await openSqlite(path)
    const put = (value: string) =>
      store.write(async (tx) => {
        await tx.insertInto('meta').values({ key: value, value }).execute()
      })
    const count = () =>
      store.snapshot(async (db) => {
        const before = await db.selectFrom('meta').select('key').execute()
        const after = await db.selectFrom('meta').select('key').execute()
        return [before.length, after.length]
      })

    const seen = await Promise.all([count(), put('a'), count(), count(), put('b'), count()])

    for (const counts of seen) if (counts) expect(counts[0]).toBe(counts[1])
    expect(await count()).toEqual([2, 2])
    await store.close()
  })
})
