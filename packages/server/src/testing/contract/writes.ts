import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { OpenStore } from '#testing/database/databases'
import { listNoteKeys, insertNote, rollbackError, readNote } from './notes.ts'

/** A write: whole or not at all, and on its own. */
export function writeContract(open: OpenStore): void {
  describe('a write', () => {
    test('answers with the value of what ran', async () => {
      const store = await open()
      expect(await store.write(async () => ({ any: ['value'] }))).toEqual({ any: ['value'] })
    })

    test('sees what it has written so far', async () => {
      const store = await open()
      const seen = await store.write(async (tx) => {
        await insertNote(tx, 'key', 'value')
        return readNote(tx, 'key')
      })
      expect(seen).toBe('value')
    })

    test('that throws is undone as a whole, and says why', async () => {
      const store = await open()
      const failing = store.write(async (tx) => {
        await insertNote(tx, 'one', '1')
        await insertNote(tx, 'two', '2')
        throw rollbackError
      })
      await expect(failing).rejects.toBe(rollbackError)
      expect(await listNoteKeys(store)).toEqual([])
    })

    test('that throws harms no other write of the same moment', async () => {
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

    test('that breaks a rule of the database is undone, and the next one goes through', async () => {
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

    test('200 at once are all answered, each with its own', async () => {
      const store = await open()
      const answers = Array.from({ length: 200 }, (_, i) => store.write(async (tx) => (await insertNote(tx, `k${i}`, ''), i)))
      expect(await Promise.all(answers)).toEqual(Array.from({ length: 200 }, (_, i) => i))
      expect(await listNoteKeys(store)).toHaveLength(200)
    })

    test.each(['db', 'write', 'snapshot', 'ping'] as const)('may not use the outer %s', async (door) => {
      const store = await open()
      const doors = {
        db: () => store.db.selectFrom('meta').selectAll().execute(),
        write: () => store.write(async () => 1),
        snapshot: () => store.snapshot(async () => 1),
        ping: () => store.ping(),
      }
      await expect(store.write(async () => void (await doors[door]()))).rejects.toThrow(/Inside write\(\) use the tx/)
      await doors[door]()
    })

    test('leaves the outer db free to what it began and did not wait for', async () => {
      const store = await open()
      const { promise: later, resolve } = Promise.withResolvers<Promise<unknown>>()
      await store.write(async () => void setTimeout(() => resolve(store.ping()), 5))
      expect(await later.then(() => 'answered')).toBe('answered')
    })
  })

  test('closing waits for what was begun, and takes no more', async () => {
    const store = await open()
    const writes = Array.from({ length: 10 }, (_, i) => store.write((tx) => insertNote(tx, `k${i}`, '')))
    await Promise.all([...writes, store.close()])
    await expect(store.write((tx) => insertNote(tx, 'late', ''))).rejects.toThrow()
    await expect(store.ping()).rejects.toThrow()
    expect(await Promise.race([store.broken, tick('not broken')])).toBe('not broken')
  })
}
