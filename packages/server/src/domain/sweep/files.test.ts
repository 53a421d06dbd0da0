import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newBlobKey } from '#domain/ids'
import type { Store } from '#store/db'
import { openPostgres } from '#store/postgres/open'
import { openSqlite } from '#store/sqlite/open'
import { patience } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { sweepOrphanedBlobs } from './files.ts'

const hourMs = 3_600_000

test.skipIf(!postgres).each([
  ['cleans up is two hours ahead', 0, 2 * hourMs],
  ['stores them is two hours behind', -2 * hourMs, 0],
])('[NOD-18] fresh bytes stay if the clock of the machine that %s', async (_which, storing, cleaning) => {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  const openWhere = async (clockIsOffBy: number) => {
    const now = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => now() + clockIsOffBy)
    return closeAfterTest(await openPostgres(postgres ?? '', { schema, keys: testKeys, patience, connections: 4 }))
  }
  onTestFinished(() => void vi.restoreAllMocks())
  const key = newBlobKey()
  const one = await openWhere(storing)
  await one.blobs.save(key, content())
  vi.restoreAllMocks()
  const other = await openWhere(cleaning)
  await sweepOrphanedBlobs(other)
  expect(await other.blobs.listOlderThan(Date.now() + hourMs)).toEqual([key])
})

test('[FIL-7] fresh bytes stay if the time was turned in development', async () => {
  const store = closeAfterTest(await openSqlite(':memory:'))
  const key = newBlobKey()
  await store.blobs.save(key, content())
  store.db.clock.advance(24 * hourMs)
  await sweepOrphanedBlobs(store)
  expect(await store.blobs.listOlderThan(Date.now() + hourMs)).toEqual([key])
})

function closeAfterTest(store: Store): Store {
  onTestFinished(() => store.close())
  return store
}

async function* content() {
  yield new TextEncoder().encode('Hi')
}
