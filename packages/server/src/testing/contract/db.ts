import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { entry } from '#domain/log'
import { nextTs, tsPattern } from '#domain/ts'
import type { Store, Tx } from '#store/db'
import { Remembered } from '#store/memory'
import type { Open } from '#testing/databases'
import { aChannel, aMessage } from './rows.ts'

const refused = new Error('refused')

/** What every adapter has to do, whatever database is behind it. `open` answers an empty one. */
export function dbContract(open: Open): void {
  describe('a write', () => {
    test('answers with the value of what ran', async () => {
      const store = await open()
      expect(await store.write(async () => ({ any: ['value'] }))).toEqual({ any: ['value'] })
    })

    test('sees what it has written so far', async () => {
      const store = await open()
      const seen = await store.write(async (tx) => {
        await note(tx, 'key', 'value')
        return valueOf(tx, 'key')
      })
      expect(seen).toBe('value')
    })

    test('that throws is undone as a whole, and says why', async () => {
      const store = await open()
      const failing = store.write(async (tx) => {
        await note(tx, 'one', '1')
        await note(tx, 'two', '2')
        throw refused
      })
      await expect(failing).rejects.toBe(refused)
      expect(await keys(store)).toEqual([])
    })

    test('that throws harms no other write of the same moment', async () => {
      const store = await open()
      const writes = Array.from({ length: 20 }, (_, i) =>
        store.write(async (tx) => {
          await note(tx, `key${String(i).padStart(2, '0')}`, String(i))
          if (i % 3 === 0) throw refused
          return i
        }),
      )
      const outcomes = await Promise.allSettled(writes)
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(writes.map((_, i) => i % 3 !== 0))
      expect(await keys(store)).toEqual(
        writes.flatMap((_, i) => (i % 3 === 0 ? [] : [`key${String(i).padStart(2, '0')}`])),
      )
    })

    test('that breaks a rule of the database is undone, and the next one goes through', async () => {
      const store = await open()
      await store.write((tx) => note(tx, 'taken', 'first'))
      const failing = store.write(async (tx) => {
        await note(tx, 'other', 'x')
        await note(tx, 'taken', 'second')
      })
      await expect(failing).rejects.toThrow(/unique/i)
      await store.write((tx) => note(tx, 'next', 'y'))
      expect(await keys(store)).toEqual(['next', 'taken'])
    })

    test('200 at once are all answered, each with its own', async () => {
      const store = await open()
      const answers = Array.from({ length: 200 }, (_, i) => store.write(async (tx) => (await note(tx, `k${i}`, ''), i)))
      expect(await Promise.all(answers)).toEqual(Array.from({ length: 200 }, (_, i) => i))
      expect(await keys(store)).toHaveLength(200)
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

  describe('the log', () => {
    test('is written with what it tells, or not at all', async () => {
      const store = await open()
      await store.write(async (tx) => tx.work.log(entry('message', 'T1', { channelId: 'C1', ts: '1.1' })))
      const failing = store.write(async (tx) => {
        tx.work.log(entry('message', 'T1', { channelId: 'C1', ts: '2.2' }))
        throw refused
      })
      await expect(failing).rejects.toBe(refused)
      expect(await logged(store)).toEqual(['1.1'])
    })

    test('numbers entries in the order of commits, and a reader with a cursor skips none', async () => {
      const store = await open()
      const seen: string[] = []
      let cursor = 0
      let reading = Promise.resolve()
      store.onLogged = () => {
        reading = reading.then(async () => {
          const rows = await store.db.selectFrom('log').selectAll().where('seq', '>', cursor).orderBy('seq').execute()
          cursor = rows.at(-1)?.seq ?? cursor
          seen.push(...rows.map((row) => row.ts ?? ''))
        })
      }
      const writes = Array.from({ length: 60 }, (_, i) =>
        store.write(async (tx) => {
          for (let turn = i % 5; turn > 0; turn--) await valueOf(tx, 'nothing')
          tx.work.log(entry('message', 'T1', { ts: `${i}.a` }))
          tx.work.log(entry('message', 'T1', { ts: `${i}.b` }))
          return i
        }),
      )
      await Promise.all(writes)
      await reading
      expect(seen).toEqual(await logged(store))
      expect(seen).toHaveLength(120)
      const pairs = seen.flatMap((ts, i) => (ts.endsWith('a') ? [[ts, seen[i + 1]]] : []))
      for (const [a, b] of pairs) expect(b).toBe(a?.replace('a', 'b'))
    })

    test('wakes readers after the commit, once an entry is there, and not for a write without any', async () => {
      const store = await open()
      const found: Promise<string[]>[] = []
      store.onLogged = () => found.push(logged(store))
      await store.write((tx) => note(tx, 'silent', ''))
      await expect(store.write(async (tx) => failAfterLogging(tx))).rejects.toBe(refused)
      expect(found).toEqual([])
      await store.write(async (tx) => tx.work.log(entry('message', 'T1', { ts: '1.1' })))
      expect(await Promise.all(found)).toEqual([['1.1']])
    })
  })

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

  describe('values come back as they went', () => {
    test('numbers past 2^31, booleans, times and empty strings', async () => {
      const store = await open()
      const channel = aChannel({
        topic: '',
        archived: true,
        created_at: 1_795_224_000_123,
        last_ts: 1_795_224_000_123_456,
      })
      await store.write((tx) => tx.insertInto('channels').values(channel).execute())
      expect(await store.db.selectFrom('channels').selectAll().execute()).toEqual([channel])
      expect(await store.db.selectFrom('channels').select('id').where('archived', '=', true).execute()).toHaveLength(1)
    })

    test('JSON: objects, lists, null, any Unicode and lone surrogates', async () => {
      const store = await open()
      const metadata = { text: 'ä€🦦\u2028\u0000"\\', lone: '\uD83E', deep: [{ a: [null, true, 1.5, {}] }], '': [] }
      const rows = [
        aMessage({ ts: '1.000001', metadata, blocks: [], text: '' }),
        aMessage({ ts: '1.000002', metadata: null, markdown: 'Δ 🦦', edited_at: 2 ** 40 }),
      ]
      await store.write((tx) => tx.insertInto('messages').values(rows).execute())
      expect(await store.db.selectFrom('messages').selectAll().orderBy('ts').execute()).toEqual(rows)
    })

    test('text: any Unicode, with U+FFFD for NUL, which not every database can hold', async () => {
      const store = await open()
      await store.write((tx) => note(tx, '🏳️‍🌈', 'a\u0000b\u2028\uFEFF\u202E"\\'))
      expect(await valueOf(store.db, '🏳️‍🌈')).toBe('a\uFFFDb\u2028\uFEFF\u202E"\\')
    })

    test('counts and sums are numbers', async () => {
      const store = await open()
      await store.write((tx) =>
        tx
          .insertInto('channels')
          .values([aChannel({ id: 'C1' }), aChannel({ id: 'C2' })])
          .execute(),
      )
      const counted = await store.db
        .selectFrom('channels')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('created_at').as('sum')])
        .executeTakeFirst()
      expect(counted).toEqual({ count: 2, sum: 2 * aChannel().created_at })
    })
  })

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
          raised.push(store.write((tx) => tx.updateTable('meta').set({ value: 'raised' }).execute()))
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

  test('ts given at once in one channel are all different, and rise in the order of the log', async () => {
    const store = await open()
    await store.write((tx) => tx.insertInto('channels').values(aChannel()).execute())
    const writes = Array.from({ length: 50 }, () =>
      store.write(async (tx) => {
        const ts = await nextTs(tx, 'T1', 'C1')
        tx.work.log(entry('message', 'T1', { ts }))
        return ts
      }),
    )
    const given = await Promise.all(writes)
    expect(new Set(given).size).toBe(50)
    expect(await logged(store)).toEqual(given.toSorted())
    for (const ts of given) expect(ts).toMatch(tsPattern)
  })

  test('closing waits for what was begun, and takes no more', async () => {
    const store = await open()
    const writes = Array.from({ length: 10 }, (_, i) => store.write((tx) => note(tx, `k${i}`, '')))
    await Promise.all([...writes, store.close()])
    await expect(store.write((tx) => note(tx, 'late', ''))).rejects.toThrow()
    await expect(store.ping()).rejects.toThrow()
    expect(await Promise.race([store.broken, tick('not broken')])).toBe('not broken')
  })
}

async function note(tx: Tx, key: string, value: string): Promise<void> {
  await tx.insertInto('meta').values({ key, value }).execute()
}

async function valueOf(db: Store['db'], key: string): Promise<string | undefined> {
  return (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value
}

async function keys(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom('meta').select('key').execute()
  return rows.map(({ key }) => key).toSorted()
}

async function logged(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom('log').select('ts').orderBy('seq').execute()
  return rows.map(({ ts }) => ts ?? '')
}

async function failAfterLogging(tx: Tx): Promise<never> {
  tx.work.log(entry('message', 'T1', { ts: '0.0' }))
  throw refused
}
