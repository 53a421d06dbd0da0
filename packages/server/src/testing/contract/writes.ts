import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { OpenStore } from '#testing/database/databases'
import { WorkFirst } from '#store/db'
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

    test('that asks for work first is run again after it; writes of the same order wait, and no others', async () => {
      const store = await open()
      const order: string[] = []
      const [work, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const before = store.write((tx) => insertNote(tx, 'before', ''), 'key')
      let isReady = false
      const first = store.write(async (tx) => {
        await insertNote(tx, 'first', '')
        if (!isReady)
          throw new WorkFirst('key', async (db) => {
            order.push(
              ...(await db.selectFrom('meta').select('key').where('key', '=', 'before').execute()).map(
                ({ key }) => key,
              ),
            )
            other.resolve()
            await work.promise
            isReady = true
          })
        order.push('first')
        return 'its value'
      }, 'key')
      const second = store.write(() => order.push('second'), 'key')
      await other.promise
      await store.write(() => order.push('other'), 'other key')
      const third = store.write(() => order.push('third'), 'key')
      expect(order).toEqual(['before', 'other'])
      work.resolve()
      await Promise.all([before, second, third])
      expect(await first).toBe('its value')
      expect(order).toEqual(['before', 'other', 'first', 'second', 'third'])
      expect(await listNoteKeys(store)).toEqual(['before', 'first'])
    })

    test('rejects with the error of the work that it asked for, and those behind it go on', async () => {
      const store = await open()
      const failing = store.write(() => {
        throw new WorkFirst('key', () => Promise.reject(rollbackError))
      }, 'key')
      const next = store.write((tx) => insertNote(tx, 'next', ''), 'key')
      await expect(failing).rejects.toBe(rollbackError)
      await next
      expect(await listNoteKeys(store)).toEqual(['next'])
    })

    test('that asks for two works is not overtaken by writes of the order of the first while the second goes on', async () => {
      const store = await open()
      const [current, worked] = [
        { a: 0, b: 0 },
        { a: -1, b: -1 },
      ]
      const others: Promise<unknown>[] = []
      const order: string[] = []
      const write = async (key: 'a' | 'b') => {
        await store.write(() => (current[key]++, order.push(key)), key)
      }
      const ending = store.write(() => {
        for (const key of ['a', 'b'] as const)
          if (worked[key] !== current[key])
            throw new WorkFirst(key, async () => {
              worked[key] = current[key]
              others.push(write(key === 'a' ? 'b' : 'a'))
              await store.write(() => {}, 'another')
            })
        return order.push('ended')
      })
      await ending
      await Promise.all(others)
      expect(order).toEqual(['b', 'ended', 'a'])
    })

    test('that asks for the first of two works again, because another process wrote meanwhile, runs after it', async () => {
      const store = await open()
      const [current, worked] = [
        { a: 0, b: 0 },
        { a: -1, b: -1 },
      ]
      const works: string[] = []
      await store.write(() => {
        for (const key of ['a', 'b'] as const)
          if (worked[key] !== current[key])
            throw new WorkFirst(key, async () => {
              worked[key] = current[key]
              if (works.push(key) === 2) current.a++
            })
      })
      expect(works).toEqual(['a', 'b', 'a'])
    })

    test('that asks for two works ends beside one that asks for them in the other order', async () => {
      const store = await open()
      const both = Promise.withResolvers<void>()
      let begun = 0
      const writeInOrder = (keys: readonly string[]) => {
        const worked = new Set<string>()
        return store.write(() => {
          for (const key of keys)
            if (!worked.has(key))
              throw new WorkFirst(key, async () => {
                if (++begun === 2) both.resolve()
                await both.promise
                worked.add(key)
              })
          return keys.join()
        })
      }
      expect(await Promise.all([writeInOrder(['a', 'b']), writeInOrder(['b', 'a'])])).toEqual(['a,b', 'b,a'])
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
