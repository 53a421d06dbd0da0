import { markdownFromReply } from '@rivulet/blocks/streamedReply'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { Clock } from '#store/clock'
import { postgres } from '#testing/database/postgres'
import { postgresStorage } from '#testing/model/storage'
import { dm, loadAcme, text } from '#testing/workspace/domain'
import { findStream, readReply } from './read.ts'

test.skipIf(!postgres)(
  '[NOD-9] what is read of a stream while the database turns out to have lost something is not remembered',
  async () => {
    const storage = postgresStorage(postgres ?? '')
    const open = async (node: number) => {
      const store = await storage.open(new Clock(undefined, { follows: false }), node)
      onTestFinished(() => store.close())
      return store
    }
    const { store, start, append } = await loadAcme(() => open(0))
    const { db } = await open(1)
    const ts = await start(text('a'))
    await append(ts, text('b'))
    const stream = (await findStream(db, { team_id: 'T0ACME', id: dm.id }, ts))!
    const read = async () => markdownFromReply((await readReply(db, stream)).reply)
    expect(await read()).toBe('ab')

    await append(ts, text('c'))
    const reading = read()
    db.cache.clear()
    expect(await reading).toBe('abc')
    // A standby has taken over without the last delta, and the stream went on with another one.
    await store.write((tx) =>
      sql`update log set body = replace(body, '"c"', '"d"') where ts = ${ts} and n = 3`.execute(tx),
    )
    expect(await read()).toBe('abd')
  },
)
