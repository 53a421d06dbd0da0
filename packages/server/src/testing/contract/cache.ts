import { describe, expect, test } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { CacheRegion } from '#store/cache'
import type { OpenStore } from '#testing/database/databases'
import { insertNote, rollbackError, readNote } from './notes.ts'

/** Cached values match the database. */
export function cacheContract(open: OpenStore): void {
  describe('a cached value', () => {
    const region = new CacheRegion<string>((about) => (about.kind === 'channel' ? (about.channel_id ?? '') : undefined))

    test('of a write that fails is removed by its rollback callbacks, the newest first', async () => {
      const store = await open()
      const undone: string[] = []
      const failing = store.write(async (tx) => {
        region.valuesIn(tx).set('C1', 'new')
        tx.work.onRollback(() => region.valuesIn(tx).delete('C1'))
        tx.work.onRollback(() => undone.push('second'))
        tx.work.onRollback(() => undone.push('first'))
        tx.work.onCommit(() => undone.push('never'))
        throw rollbackError
      })
      await expect(failing).rejects.toBe(rollbackError)
      expect(undone).toEqual(['first', 'second'])
      expect(region.valuesIn(store.db).has('C1')).toBe(false)
    })

    test('is dropped when a commit makes it stale, before the write returns', async () => {
      const store = await open()
      region.valuesIn(store.db).set('C1', 'old').set('C2', 'other')
      await store.write(async (tx) => tx.work.log(logEntry('channel', 'T1', { channelId: 'C1' })))
      expect([...region.valuesIn(store.db).keys()]).toEqual(['C2'])
    })

    test('is not kept if a write that fails has read it', async () => {
      const store = await open()
      const failing = store.write(async (tx) => {
        await insertNote(tx, 'C1', 'never')
        tx.work.log(logEntry('channel', 'T1', { channelId: 'C1' }))
        expect(await region.get(tx, 'C1', () => readNote(tx, 'C1'))).toBe('never')
        throw rollbackError
      })
      await expect(failing).rejects.toBe(rollbackError)
      expect(await region.get(store.db, 'C1', () => readNote(store.db, 'C1'))).toBeUndefined()
    })

    test('is not kept if a commit made it stale while it was read', async () => {
      const store = await open()
      await store.write((tx) => insertNote(tx, 'C1', 'old'))
      const load = async () => {
        const value = await readNote(store.db, 'C1')
        await store.write(async (tx) => {
          await tx.updateTable('meta').set({ value: 'new' }).where('key', '=', 'C1').execute()
          tx.work.log(logEntry('channel', 'T1', { channelId: 'C1' }))
        })
        return value
      }
      expect(await region.get(store.db, 'C1', load)).toBe('old')
      expect(await region.get(store.db, 'C1', () => readNote(store.db, 'C1'))).toBe('new')
    })

    test('is not kept if a snapshot has read it', async () => {
      const store = await open()
      await store.snapshot(async (db) => region.get(db, 'C1', async () => 'of the past'))
      expect(region.valuesIn(store.db).has('C1')).toBe(false)
    })
  })
}
