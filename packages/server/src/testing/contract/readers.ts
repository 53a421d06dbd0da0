import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Tx } from '#store/db'
import type { OpenStore } from '#testing/database/databases'
import { listNoteKeys, insertNote, rollbackError, readNote } from './notes.ts'

/** Readers see committed data only, and a single point in time in a snapshot. */
export function readerContract(open: OpenStore): void {
  describe('readers', () => {
    test('of a snapshot see a single point in time while writes go on', async () => {
      const store = await open()
      await store.write((tx) => insertNote(tx, 'count', '0'))
      const raised: Promise<unknown>[] = []
      const seen = await store.snapshot(async (db) => {
        const values: (string | undefined)[] = []
        for (let i = 1; i <= 5; i++) {
          values.push(await readNote(db, 'count'), await readNote(db, 'later1'))
          raised.push(store.write((tx) => insertNote(tx, `later${i}`, '')))
          // Two writes that change every row could wait for each other.
          const raise = (tx: Tx) => tx.updateTable('meta').set({ value: 'raised' }).where('key', '=', 'count').execute()
          raised.push(store.write(raise))
          await tick()
        }
        return values
      })
      expect(new Set(seen)).toEqual(new Set(['0', undefined]))
      await Promise.all(raised)
      expect(await readNote(store.db, 'count')).toBe('raised')
      expect(await listNoteKeys(store)).toHaveLength(6)
    })

    test('of a snapshot that fails get its error, and the next snapshot works', async () => {
      const store = await open()
      await expect(store.snapshot(() => Promise.reject(rollbackError))).rejects.toBe(rollbackError)
      expect(await store.snapshot(async () => 'fine')).toBe('fine')
    })

    test('never see uncommitted or rolled-back data', async () => {
      const store = await open()
      await store.write(async (tx) => (await insertNote(tx, 'a', '0'), insertNote(tx, 'b', '0')))
      const writes = Array.from({ length: 30 }, (_, i) =>
        store.write(async (tx) => {
          await tx
            .updateTable('meta')
            .set({ value: String(i) })
            .where('key', '=', 'a')
            .execute()
          if (i % 4 === 3) throw rollbackError
          await tx
            .updateTable('meta')
            .set({ value: String(i) })
            .where('key', '=', 'b')
            .execute()
        }),
      )
      const over = Promise.allSettled(writes)
      let going = true
      void over.then(() => (going = false))
      while (going) {
        const rows = await store.db.selectFrom('meta').select('value').where('key', '!=', 'timeline').execute()
        expect(new Set(rows.map(({ value }) => value)).size).toBe(1)
        expect(Number(rows[0]?.value) % 4).not.toBe(3)
        await tick()
      }
    })
  })
}
