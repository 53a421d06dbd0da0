import { readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { newBlobKey } from '#domain/ids'
import { tempDatabasePath, onEveryDatabase } from '#testing/database/databases'
import { openSqlite } from '#store/sqlite/open'

onEveryDatabase('blobs', (open) => {
  test('are read as they were written, piece by piece, whatever their size', async () => {
    const { blobs } = await open()
    for (const size of [1, 256 * 1024, 256 * 1024 + 1, 1_000_000]) {
      const key = newBlobKey()
      await blobs.save(key, piecesOf(bytes(size)))
      const read = await blobs.read(key)
      expect(Buffer.concat(await Array.fromAsync(read ?? [])).equals(bytes(size)), `${size} bytes`).toBe(true)
    }
  })

  test('that are incomplete leave nothing', async () => {
    const { blobs } = await open()
    const key = newBlobKey()
    await expect(blobs.save(key, broken())).rejects.toThrow('cut')
    expect(await blobs.read(key)).toBeUndefined()
    expect(await blobs.listOlderThan(Date.now() + 60_000)).toEqual([])
  })

  test('can be deleted, and deleted again', async () => {
    const { blobs } = await open()
    const [one, other] = [newBlobKey(), newBlobKey()]
    for (const key of [one, other]) await blobs.save(key, piecesOf(bytes(300_000)))
    expect((await blobs.listOlderThan(Date.now() + 60_000)).toSorted()).toEqual([one, other].toSorted())
    expect(await blobs.listOlderThan(Date.now() - 60_000)).toEqual([])
    await blobs.delete(one)
    await blobs.delete(one)
    expect(await blobs.read(one)).toBeUndefined()
    expect(await Array.fromAsync((await blobs.read(other)) ?? [])).not.toEqual([])
  })

  test('cannot be written twice under one key', async () => {
    const { blobs } = await open()
    const key = newBlobKey()
    await blobs.save(key, piecesOf(bytes(10)))
    await expect(blobs.save(key, piecesOf(bytes(20)))).rejects.toThrow()
  })
})

test('of an SQLite file are stored next to it, for its owner only, and stay when it is closed', async () => {
  const path = tempDatabasePath()
  const store = await openSqlite(path)
  const key = newBlobKey()
  await store.blobs.save(key, piecesOf(bytes(10)))
  await store.close()
  const folder = join(dirname(path), 'files')
  expect(await readdir(folder)).toEqual([key])

  await writeFile(join(folder, 'cut'), 'half')
  await utimes(join(folder, 'cut'), 1, 1)
  const again = await openSqlite(path)
  expect(Buffer.concat(await Array.fromAsync((await again.blobs.read(key)) ?? [])).equals(bytes(10))).toBe(true)
  expect(await again.blobs.listOlderThan(Date.now() - 60_000)).toEqual(['cut'])
  await again.close()
})

function bytes(size: number): Buffer {
  return Buffer.from(Array.from({ length: size }, (_, i) => i % 251))
}

async function* piecesOf(all: Buffer) {
  for (let i = 0; i < all.length; i += 65_536) yield all.subarray(i, i + 65_536)
}

async function* broken() {
  yield bytes(400_000)
  throw new Error('cut')
}
