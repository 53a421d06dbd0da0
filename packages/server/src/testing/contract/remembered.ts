import { describe, expect, test } from 'vitest'
import { entry } from '#domain/log/entry'
import { Remembered } from '#store/cache'
import type { Open } from '#testing/server/databases'
import { note, refused, valueOf } from './notes.ts'

/** What is remembered of a database is true. */
export function memoryContract(open: Open): void {
  describe('what is remembered', () => {
    const remembered = new Remembered<string>((about) =>
      about.kind === 'channel' ? (about.channel_id ?? '') : undefined,
    )

    test('on the strength of a write that failed is forgotten, newest first', async () => {
      const store = await open()
      const undone: string[] = []
      const failing = store.write(async (tx) => {
        remembered.in(tx).set('C1', 'new')
        tx.work.onRollback(() => remembered.in(tx).delete('C1'))
        tx.work.onRollback(() => undone.push('second'))
        tx.work.onRollback(() => undone.push('first'))
        tx.work.onCommit(() => undone.push('never'))
        throw refused
      })
      await expect(failing).rejects.toBe(refused)
      expect(undone).toEqual(['first', 'second'])
      expect(remembered.in(store.db).has('C1')).toBe(false)
    })

    test('is dropped when a commit makes it untrue, before the write is answered', async () => {
      const store = await open()
      remembered.in(store.db).set('C1', 'old').set('C2', 'other')
      await store.write(async (tx) => tx.work.log(entry('channel', 'T1', { channelId: 'C1' })))
      expect([...remembered.in(store.db).keys()]).toEqual(['C2'])
    })

    test('is not what a write reads that then fails', async () => {
      const store = await open()
      const failing = store.write(async (tx) => {
        await note(tx, 'C1', 'never')
        tx.work.log(entry('channel', 'T1', { channelId: 'C1' }))
        expect(await remembered.get(tx, 'C1', () => valueOf(tx, 'C1'))).toBe('never')
        throw refused
      })
      await expect(failing).rejects.toBe(refused)
      expect(await remembered.get(store.db, 'C1', () => valueOf(store.db, 'C1'))).toBeUndefined()
    })

    test('is not what was read just before it became untrue', async () => {
      const store = await open()
      await store.write((tx) => note(tx, 'C1', 'old'))
      const load = async () => {
        const value = await valueOf(store.db, 'C1')
        await store.write(async (tx) => {
          await tx.updateTable('meta').set({ value: 'new' }).where('key', '=', 'C1').execute()
          tx.work.log(entry('channel', 'T1', { channelId: 'C1' }))
        })
        return value
      }
      expect(await remembered.get(store.db, 'C1', load)).toBe('old')
      expect(await remembered.get(store.db, 'C1', () => valueOf(store.db, 'C1'))).toBe('new')
    })

    test('is not what a snapshot reads', async () => {
      const store = await open()
      await store.snapshot(async (db) => remembered.get(db, 'C1', async () => 'of the past'))
      expect(remembered.in(store.db).has('C1')).toBe(false)
    })
  })
}
