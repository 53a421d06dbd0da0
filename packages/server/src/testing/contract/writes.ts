import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { OpenStore } from '#testing/database/databases'
import { listNoteKeys, insertNote, rollbackError, readNote } from './notes.ts'

/** A write is atomic and isolated. */
export function writeContract(open: OpenStore): void {
  describe('a write', () => {
    test('returns the value of its function', async () => {
      const store = await open()
      expect(await store.write(async () => ({ any: ['value'] }))).toEqual({ any: ['value'] })
    })

    test('reads its own changes', async () => {
      const store = await open()
      const seen = await store.write(async (tx) => {
        await insertNote(tx, 'key', 'value')
        return readNote(tx, 'key')
      })
      expect(seen).toBe('value')
    })

    test('that throws is rolled back as a whole, and rejects with the error', async () => {
      const store = await open()
      const failing = store.write(async (tx) => {
        await insertNote(tx, 'one', '1')
        await insertNote(tx, 'two', '2')
        throw rollbackError
      })
      await expect(failing).rejects.toBe(rollbackError)
      expect(await listNoteKeys(store)).toEqual([])
    })

    test('that throws does not affect concurrent writes', async () => {
      const store = await open()
      const writes = Array.from({ length: 20 }, (_, i) =>
        store.write(async (tx) => {
          await insertNote(tx, `key${String(i).padStart(2, '0')}`, String(i))
          if (i % 3 === 0) throw rollbackError
          return i
        }),
      )
      const outcomes = await Promise.allSettled(writes)
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(writes.map((_, i) => i % 3 !== 0))
      expect(await listNoteKeys(store)).toEqual(
        writes.flatMap((_, i) => (i % 3 === 0 ? [] : [`key${String(i).padStart(2, '0')}`])),
      )
    })

    test('that violates a constraint is rolled back, and the next write succeeds', async () => {
      const store = await open()
      await store.write((tx) => insertNote(tx, 'taken', 'first'))
      const failing = store.write(async (tx) => {
        await insertNote(tx, 'other', 'x')
        await insertNote(tx, 'taken', 'second')
      })
      await expect(failing).rejects.toThrow(/unique/i)
      await store.write((tx) => insertNote(tx, 'next', 'y'))
      expect(await listNoteKeys(store)).toEqual(['next', 'taken'])
    })

    test('returns its own value, also among 200 concurrent ones', async () => {
      const store = await open()
      const answers = Array.from({ length: 200 }, (_, i) =>
        store.write(async (tx) => (await insertNote(tx, `k${i}`, ''), i)),
      )
      expect(await Promise.all(answers)).toEqual(Array.from({ length: 200 }, (_, i) => i))
      expect(await listNoteKeys(store)).toHaveLength(200)
    })

    test.each(['db', 'write', 'snapshot', 'ping'] as const)('may not use the outer %s', async (name) => {
      const store = await open()
      const uses = {
        db: () => store.db.selectFrom('meta').selectAll().execute(),
        write: () => store.write(async () => 1),
        snapshot: () => store.snapshot(async () => 1),
        ping: () => store.ping(),
      }
      await expect(store.write(async () => void (await uses[name]()))).rejects.toThrow(/Inside write\(\) use the tx/)
      await uses[name]()
    })

    test('lets code that it started without waiting for it use the outer db', async () => {
      const store = await open()
      const { promise: later, resolve } = Promise.withResolvers<Promise<unknown>>()
      await store.write(async () => void setTimeout(() => resolve(store.ping()), 5))
      expect(await later.then(() => 'answered')).toBe('answered')
    })
  })

  test('closing waits for writes that have begun, and refuses new ones', async () => {
    const store = await open()
    const writes = Array.from({ length: 10 }, (_, i) => store.write((tx) => insertNote(tx, `k${i}`, '')))
    await Promise.all([...writes, store.close()])
    await expect(store.write((tx) => insertNote(tx, 'late', ''))).rejects.toThrow()
    await expect(store.ping()).rejects.toThrow()
    expect(await Promise.race([store.broken, tick('not broken')])).toBe('not broken')
  })
}
