import { expect, describe, test } from 'vitest'
import type { OpenStore } from '#testing/database/databases'
import { WorkFirst } from '#store/db'
import { listNoteKeys, insertNote, rollbackError } from './notes.ts'

/** A write has work done outside of its transaction, and keeps its position meanwhile. */
export function workContract(open: OpenStore): void {
  describe('a write', () => {
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
  })
}
