import type * as Fs from 'node:fs'
import { renameSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Store, StoreFailure } from '#store/db'
import { tempDatabasePath } from '#testing/database/databases'
import { openSqlite } from './open.ts'

const failing = vi.hoisted(() => ({ syncs: false, extensions: false, pendingSyncs: [] as (() => void)[] | undefined }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>()
  return {
    ...fs,
    writeSync: (...[descriptor, data, ...rest]: Parameters<typeof fs.writeSync>) => {
      if (failing.extensions) throw Object.assign(new Error('EROFS: read-only file system, write'), { code: 'EROFS' })
      return fs.writeSync(descriptor, data, ...rest)
    },
    fdatasync: (descriptor: number, done: (error: Error | null) => void) => {
      const sync = () => (failing.syncs ? done(new Error('EIO: i/o error, fdatasync')) : fs.fdatasync(descriptor, done))
      if (failing.pendingSyncs) failing.pendingSyncs.push(sync)
      else sync()
    },
  }
})

describe('the write-ahead log', () => {
  test('stays short while writes go on, and readers and snapshots miss nothing', async () => {
    const path = tempDatabasePath()
    const store = await openTestStore(path, 100)
    let written = 0
    const writtenPages = () => (written * 500) / 4096
    // Without restarts, the log would hold every page that was ever written.
    const isShort = () => statSync(`${path}-wal`).size / 4096 < writtenPages() / 4
    // A busy machine copies late, and then there is more to write until the log is short in comparison.
    const isOver = () => (writtenPages() > 2000 && isShort()) || writtenPages() > 50_000
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let i = 0; !isOver(); i++, written++) await note(store, `${writer}/${i}`, 'x'.repeat(500))
    })
    const reader = (async () => {
      for (let before = 0; !isOver();) {
        const counted = await store.snapshot(async (db) => {
          const { rows } = await db
            .selectFrom('meta')
            .select(({ fn }) => fn.countAll<number>().as('rows'))
            .executeTakeFirstOrThrow()
          return rows
        })
        expect(counted).toBeGreaterThanOrEqual(before)
        before = counted
        await sleep(5)
      }
    })()
    await Promise.all([...writers, reader])
    expect(isShort()).toBe(true)
    const { rows } = await store.db
      .selectFrom('meta')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    expect(rows).toBe(written)
  })

  test('has room for what comes next, in steps, so that a start does not wait for all of it', async () => {
    const path = tempDatabasePath()
    const store = await openTestStore(path, 2000)
    const sizes = [statSync(`${path}-wal`).size]
    for (let i = 0; i < 64; i++) {
      await note(store, `${i}`, 'x'.repeat(50_000))
      sizes.push(statSync(`${path}-wal`).size)
    }

    const mebibyte = 2 ** 20
    expect(sizes[0]).toBeLessThan(3 * mebibyte)
    expect(sizes.at(-1)).toBeGreaterThan(64 * 50_000 + mebibyte)
    // Most commits overwrite what is there.
    expect(new Set(sizes).size).toBeLessThan(8)
  })

  test('grows as it is written where it cannot be extended', async () => {
    const path = tempDatabasePath()
    const store = await openTestStore(path, 2000)
    failing.extensions = true
    onTestFinished(() => void (failing.extensions = false))
    for (let i = 0; i < 64; i++) await note(store, `${i}`, 'x'.repeat(50_000))

    expect(await keys(store)).toHaveLength(64)
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(64 * 50_000)
    expect(await isBroken(store)).toBe(false)
  })

  test('ends all writing if its file was replaced', async () => {
    const path = tempDatabasePath()
    const store = await openTestStore(path, 1)
    await note(store, 'kept', '')
    renameSync(`${path}-wal`, `${path}-moved`)
    writeFileSync(`${path}-wal`, '')
    for (let i = 0; i < 200 && !(await isBroken(store)); i++) await note(store, `after ${i}`, '').catch(() => {})
    expect(await store.broken).toMatchObject({
      message: expect.stringContaining('-wal was replaced by something else'),
    })
    await expect(note(store, 'late', '')).rejects.toThrow(StoreFailure)
  })
})

describe('a commit that is not synced yet', () => {
  test('is not answered, and not visible to readers', async () => {
    const path = tempDatabasePath()
    const store = await openTestStore(path)
    await note(store, 'before', '')
    const pendingSyncs = (failing.pendingSyncs = [])
    let answered = false
    const writing = note(store, 'unsynced', '').then(() => (answered = true))
    await expect.poll(() => pendingSyncs).toHaveLength(1)
    // The write is committed: another connection to the file sees it.
    const other = new DatabaseSync(path, { readOnly: true })
    expect(
      other
        .prepare('select key from meta order by key')
        .all()
        .map((row) => row['key']),
    ).toContain('unsynced')
    other.close()

    expect(await keys(store)).toEqual(['before'])
    let snapped: string[] | undefined
    const snapshot = store.snapshot(async (db) => {
      snapped = (await db.selectFrom('meta').select('key').execute()).map(({ key }) => key)
    })
    await sleep(20)
    expect(answered).toBe(false)
    expect(snapped).toBeUndefined()

    release()
    await Promise.all([writing, snapshot])
    expect(await keys(store)).toEqual(['before', 'unsynced'])
    expect(snapped).toHaveLength(2)
  })

  test('does not block following writes: they run meanwhile, and are answered after the next sync', async () => {
    const store = await openTestStore(tempDatabasePath())
    const pendingSyncs = (failing.pendingSyncs = [])
    const order: string[] = []
    const first = store.write(
      async (tx) => void (await tx.insertInto('meta').values({ key: 'a', value: '' }).execute(), order.push('a ran')),
    )
    await expect.poll(() => pendingSyncs).toHaveLength(1)
    const second = store.write(async (tx) => {
      const seen = await tx.selectFrom('meta').select('key').execute()
      order.push(`b saw ${seen.length}`)
      await tx.insertInto('meta').values({ key: 'b', value: '' }).execute()
    })
    await expect.poll(() => order).toEqual(['a ran', 'b saw 1'])
    expect(pendingSyncs).toHaveLength(1)
    release()
    await Promise.all([first, second])
    expect(await keys(store)).toEqual(['a', 'b'])
  })

  test('whose sync fails is rejected with all that follow, and nothing is acknowledged any more', async () => {
    const store = await openTestStore(tempDatabasePath())
    const pendingSyncs = (failing.pendingSyncs = [])
    onTestFinished(() => void (failing.syncs = false))
    let woken = 0
    store.onLogged = () => woken++
    const first = note(store, 'a', '')
    await expect.poll(() => pendingSyncs).toHaveLength(1)
    const second = note(store, 'b', '')
    failing.syncs = true
    release()
    for (const outcome of await Promise.allSettled([first, second]))
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreFailure) })
    expect(await store.broken).toMatchObject({ message: expect.stringContaining('EIO') })
    await expect(note(store, 'c', '')).rejects.toThrow(StoreFailure)
    expect(woken).toBe(0)
  })
})

function release(): void {
  const pendingSyncs = failing.pendingSyncs ?? []
  failing.pendingSyncs = undefined
  for (const sync of pendingSyncs) sync()
}

async function openTestStore(path: string, maxWalFrames?: number): Promise<Store> {
  failing.pendingSyncs = undefined
  const store = await openSqlite(path, maxWalFrames === undefined ? {} : { maxWalFrames })
  onTestFinished(() => store.close().catch(() => {}))
  return store
}

function note(store: Store, key: string, value: string): Promise<void> {
  return store.write(async (tx) => void (await tx.insertInto('meta').values({ key, value }).execute()))
}

async function keys(store: Store): Promise<string[]> {
  return (await store.db.selectFrom('meta').select('key').execute()).map(({ key }) => key).toSorted()
}

function isBroken(store: Store): Promise<boolean> {
  return Promise.race([store.broken.then(() => true), new Promise<boolean>((done) => setImmediate(done, false))])
}
