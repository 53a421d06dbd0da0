import { describe, expect, test } from 'vitest'
import type { OpenStore } from '#testing/database/databases'
import { insertNote, readNote } from './notes.ts'
import { channelRow, messageRow } from './rows.ts'

/** Values are read as they were written. */
export function valueContract(open: OpenStore): void {
  describe('values are read as they were written', () => {
    test('numbers past 2^31, booleans, times and empty strings', async () => {
      const store = await open()
      const channel = channelRow({
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
        messageRow({ ts: '1.000001', metadata, blocks: [], text: '' }),
        messageRow({ ts: '1.000002', metadata: null, markdown: 'Δ 🦦', edited_at: 2 ** 40 }),
      ]
      await store.write((tx) => tx.insertInto('messages').values(rows).execute())
      expect(await store.db.selectFrom('messages').selectAll().orderBy('ts').execute()).toEqual(rows)
    })

    test('long texts and long JSON, in the order that was asked for', async () => {
      const store = await open()
      const rows = ['a', 'ä', '世', '🦦', 'Δ '].map((part, i) => {
        const said = part.repeat(100_000)
        return messageRow({ ts: `1.00000${i}`, text: `${i}${said}`, markdown: said, metadata: { said: [said, said] } })
      })
      const written = store.write((tx) => tx.insertInto('messages').values(rows).returningAll().execute())
      expect(await written).toEqual(rows)
      const newest = store.db.selectFrom('messages').selectAll().orderBy('text', 'desc')
      expect(await newest.execute()).toEqual(rows.toReversed())
      expect(await newest.limit(2).offset(1).execute()).toEqual(rows.slice(2, 4).toReversed())
    })

    test('text: any Unicode, with U+FFFD for NUL, which not every database can hold', async () => {
      const store = await open()
      await store.write((tx) => insertNote(tx, '🏳️‍🌈', 'a\u0000b\u2028\uFEFF\u202E"\\'))
      expect(await readNote(store.db, '🏳️‍🌈')).toBe('a\uFFFDb\u2028\uFEFF\u202E"\\')
    })

    test('counts and sums are numbers', async () => {
      const store = await open()
      await store.write((tx) =>
        tx
          .insertInto('channels')
          .values([channelRow({ id: 'C1' }), channelRow({ id: 'C2' })])
          .execute(),
      )
      const counted = await store.db
        .selectFrom('channels')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('created_at').as('sum')])
        .executeTakeFirst()
      expect(counted).toEqual({ count: 2, sum: 2 * channelRow().created_at })
    })
  })
}
