import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newBlobKey } from '#domain/ids'
import { parseBucketAddress } from '#domain/files/bucketAddress'
import { type Blobs, BlobsOutOfReach } from '#store/blobs/blobs'
import { openBucket } from '#store/blobs/inBucket'
import { MovedBlobs } from '#store/blobs/moved'
import { packageFile } from '#packageFile'
import type { Store } from '#store/db'
import { openPostgres } from '#store/postgres/open'
import { openSqlite } from '#store/sqlite/open'
import { onBothDatabases, patience } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { startS3Proxy, startS3Server } from '#testing/database/s3Server'
import { sweepFiles, sweepOrphanedBlobs } from './files.ts'

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

onBothDatabases('a sweep of files', (open) => {
  test.each([
    ['stay for 30 days', 29, 1],
    ['go after 30 days', 31, 0],
  ])('[FIL-18] bytes without a row %s after a restore', async (_what, days, left) => {
    const store = await open()
    await store.blobs.save(newBlobKey(), content())
    const value = new Date(Date.now() - days * 24 * hourMs).toISOString()
    await store.write((tx) => tx.insertInto('meta').values({ key: 'restored_at', value }).execute())
    await sweepOrphanedBlobs(store, { before: Date.now() + hourMs })
    expect(await store.blobs.listOlderThan(Date.now() + hourMs)).toHaveLength(left)
  })

  test('[FIL-18] bytes without a row stay if the operator says that the database was restored', async () => {
    const store = await open()
    await store.blobs.save(newBlobKey(), content())
    const page = readFileSync(packageFile('../../docs/operations.md'), 'utf8')
    const [, statement = '', inDirectory = ''] = /```sql\n(.*?)```.*?`(strftime\(.*?\))`/s.exec(page) ?? []
    const said = store.db.cache.isSingleWriter ? statement.replace(/to_char\(.*\)(?=\))/, inDirectory) : statement
    for (let times = 0; times < 2; times++) await store.write((tx) => sql.raw(said).execute(tx))
    const { value } = await store.db
      .selectFrom('meta')
      .select('value')
      .where('key', '=', 'restored_at')
      .executeTakeFirstOrThrow()
    expect(Math.abs(Date.parse(value) - Date.now())).toBeLessThan(hourMs)
    await sweepOrphanedBlobs(store, { before: Date.now() + hourMs })
    expect(await store.blobs.listOlderThan(Date.now() + hourMs)).toHaveLength(1)
  })

  test('[FIL-7] goes on while their bucket is out of reach: bytes that are elsewhere go, and files without bytes', async () => {
    const store = await open()
    const bucket = await startS3Server()
    const elsewhere = await moveBlobs(store, bucket.address)
    const [away, near] = [newBlobKey(), newBlobKey()]
    await store.blobs.save(away, content())
    await elsewhere.save(near, content())
    await addDeletedFiles(store, { F1: away, F2: null, F3: near })
    await bucket.close()

    await expect(sweepFiles(store)).rejects.toThrow(BlobsOutOfReach)
    const rows = await store.db.selectFrom('files').select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(['F1', 'F3'])
    expect(await elsewhere.read(near)).toBeUndefined()
  })

  test('[FIL-7] asks a bucket that does not answer for one file, and goes on behind a hundred that stay', async () => {
    const store = await open()
    let asked = 0
    const breaking = await startS3Proxy(await startS3Server(), (_req, res) => {
      asked++
      res.destroy()
    })
    const elsewhere = await moveBlobs(store, breaking)
    const away = Array.from({ length: 120 }, (_, i) => [`F${1000 + i}`, newBlobKey()])
    const near = newBlobKey()
    await elsewhere.save(near, content())
    await addDeletedFiles(store, { ...Object.fromEntries(away), F8: near, F9: null })

    await expect(sweepFiles(store)).rejects.toThrow(BlobsOutOfReach)
    // One request, with its repetitions.
    expect(asked).toBeLessThan(10)
    const rows = await store.db.selectFrom('files').select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual([...away.map(([id]) => id), 'F8'])
    expect(await elsewhere.read(near)).toBeUndefined()
  })

  test('[FIL-7] does not wait for a bucket that says nothing once it is stopped', async () => {
    const store = await open()
    let asked = 0
    await moveBlobs(store, await startS3Proxy(await startS3Server(), () => asked++))
    await addDeletedFiles(store, { F1: newBlobKey() })
    for (const sweep of [
      (stopped: AbortSignal) => sweepFiles(store, stopped),
      (stopped: AbortSignal) => sweepOrphanedBlobs(store, { stopped }),
    ]) {
      const stopping = new AbortController()
      const swept = sweep(stopping.signal).catch((error: unknown) => error)
      await expect.poll(() => asked).toBe(1)
      asked = 0
      stopping.abort()
      expect(await swept).toBe(stopping.signal.reason)
    }
  })
})

/** Moves new bytes to a bucket until the test ends. Its store has an hour for an answer. Returns where they were before. */
async function moveBlobs(store: Store, address: string): Promise<Blobs> {
  const [before, bucket] = [store.blobs, await openBucket(parseBucketAddress(address), { answerMs: hourMs })]
  store.blobs = new MovedBlobs(before, bucket)
  onTestFinished(async () => {
    store.blobs = before
    await bucket.close()
  })
  return before
}

function addDeletedFiles(store: Store, files: Record<string, string | null>): Promise<unknown> {
  const file = { team_id: 'T1', user_id: 'U1', app_id: null, name: 'a', title: 'a', alt_text: '', size: 2 }
  const fixed = { ...file, state: 'deleted' as const, ticket: null, session: null, expires_at: 1, created_at: 1 }
  const rows = Object.entries(files).map(([id, blob]) => ({ ...fixed, id, blob }))
  return store.write((tx) => tx.insertInto('files').values(rows).execute())
}

function closeAfterTest(store: Store): Store {
  onTestFinished(() => store.close())
  return store
}

async function* content() {
  yield new TextEncoder().encode('Hi')
}
