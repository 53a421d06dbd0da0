import { describe, expect, test } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { nextTs, tsPattern } from '#domain/ts'
import type { Tx } from '#store/db'
import type { OpenStore } from '#testing/database/databases'
import { listLoggedTs, insertNote, rollbackError, readNote } from './notes.ts'
import { channelRow } from './rows.ts'

/** The log is written with the change it describes, and numbered in the order of commits. */
export function logContract(open: OpenStore): void {
  describe('the log', () => {
    test('is written in the transaction of its change, or not at all', async () => {
      const store = await open()
      await store.write(async (tx) => tx.work.log(logEntry('message', 'T1', { channelId: 'C1', ts: '1.1' })))
      const failing = store.write(async (tx) => {
        tx.work.log(logEntry('message', 'T1', { channelId: 'C1', ts: '2.2' }))
        throw rollbackError
      })
      await expect(failing).rejects.toBe(rollbackError)
      expect(await listLoggedTs(store)).toEqual(['1.1'])
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
          for (let turn = i % 5; turn > 0; turn--) await readNote(tx, 'nothing')
          tx.work.log(logEntry('message', 'T1', { ts: `${i}.a` }))
          tx.work.log(logEntry('message', 'T1', { ts: `${i}.b` }))
          return i
        }),
      )
      await Promise.all(writes)
      await reading
      expect(seen).toEqual(await listLoggedTs(store))
      expect(seen).toHaveLength(120)
      const pairs = seen.flatMap((ts, i) => (ts.endsWith('a') ? [[ts, seen[i + 1]]] : []))
      for (const [a, b] of pairs) expect(b).toBe(a?.replace('a', 'b'))
    })

    test('wakes readers after a commit with entries, and not after one without', async () => {
      const store = await open()
      const found: Promise<string[]>[] = []
      store.onLogged = () => found.push(listLoggedTs(store))
      await store.write((tx) => insertNote(tx, 'silent', ''))
      await expect(store.write(async (tx) => failAfterLogging(tx))).rejects.toBe(rollbackError)
      expect(found).toEqual([])
      await store.write(async (tx) => tx.work.log(logEntry('message', 'T1', { ts: '1.1' })))
      expect(await Promise.all(found)).toEqual([['1.1']])
    })
  })

  test('concurrent messages in one channel get different ts, which rise in the order of the log', async () => {
    const store = await open()
    await store.write((tx) => tx.insertInto('channels').values(channelRow()).execute())
    const writes = Array.from({ length: 50 }, () =>
      store.write(async (tx) => {
        const ts = await nextTs(tx, 'T1', 'C1')
        tx.work.log(logEntry('message', 'T1', { ts }))
        return ts
      }),
    )
    const given = await Promise.all(writes)
    expect(new Set(given).size).toBe(50)
    expect(await listLoggedTs(store)).toEqual(given.toSorted())
    for (const ts of given) expect(ts).toMatch(tsPattern)
  })
}

async function failAfterLogging(tx: Tx): Promise<never> {
  tx.work.log(logEntry('message', 'T1', { ts: '0.0' }))
  throw rollbackError
}
