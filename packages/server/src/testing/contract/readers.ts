import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Tx } from '#store/db'
import type { Open } from '#testing/server/databases'
import { keys, note, refused, valueOf } from './notes.ts'

/** Readers see what is committed, and one moment where they ask for it. */
export function readerContract(open: Open): void {
  describe('readers', () => {
    test('of a snapshot see one moment while writes go on', async () => {
      const store = await open()
      await store.write((tx) => note(tx, 'count', '0'))
      const raised: Promise<unknown>[] = []
      const seen = await store.snapshot(async (db) => {
        const values: (string | undefined)[] = []
        for (let i = 1; i <= 5; i++) {
          values.push(await valueOf(db, 'count'), await valueOf(db, 'later1'))
          raised.push(store.write((tx) => note(tx, `later${i}`, '')))
          // Two that changed every row could wait for each other.
          const raise = (tx: Tx) => tx.updateTable('meta').set({ value: 'raised' }).where('key', '=', 'count').execute()
          raised.push(store.write(raise))
          await tick()
        }
        return values
      })
      expect(new Set(seen)).toEqual(new Set(['0', undefined]))
      await Promise.all(raised)
      expect(await valueOf(store.db, 'count')).toBe('raised')
      expect(await keys(store)).toHaveLength(6)
    })

    test('of a snapshot that fails hear why, and the next is not harmed', async () => {
      const store = await open()
      await expect(store.snapshot(() => Promise.reject(refused))).rejects.toBe(refused)
      expect(await store.snapshot(async () => 'fine')).toBe('fine')
    })

    test('never see what is not committed, or never will be', async () => {
      const store = await open()
      await store.write(async (tx) => (await note(tx, 'a', '0'), note(tx, 'b', '0')))
      const writes = Array.from({ length: 30 }, (_, i) =>
        store.write(async (tx) => {
          await tx
            .updateTable('meta')
            .set({ value: String(i) })
            .where('key', '=', 'a')
            .execute()
          if (i % 4 === 3) throw refused
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
        const rows = await store.db.selectFrom('meta').select('value').execute()
        expect(new Set(rows.map(({ value }) => value)).size).toBe(1)
        expect(Number(rows[0]?.value) % 4).not.toBe(3)
        await tick()
      }
    })
  })
}
