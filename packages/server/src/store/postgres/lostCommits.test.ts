import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { findHistory } from '#domain/log/epoch'
import { newestSeq } from '#domain/log/numbers'
import type { Store } from '#store/db'
import type { News } from '#store/news'
import { CacheRegion } from '#store/cache'
import { patience } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { openPostgres } from './open.ts'

const remembered = new CacheRegion<string>(() => undefined)

describe.skipIf(!postgres)('[NOD-9] a PostgreSQL that has lost what was committed last', () => {
  test('is noticed by every process: nothing remembered is left, and the log has another name', async () => {
    const stores = [await open(), await open()]
    const [one, other] = stores as [Store, Store]
    for (let i = 0; i < 5; i++) await log(one, 'T1')
    await log(other, 'T2')
    const news = stores.map(newsOf)
    await expect.poll(() => news.map((each) => Math.max(0, ...each.map(({ last }) => last)))).toEqual([1, 5])
    const before = await findHistory(one.db, 'T1')
    for (const { db } of stores) remembered.valuesIn(db).set('key', 'value')

    await lose(one, 'T1', 3)

    for (const each of news) await expect.poll(() => each).toContainEqual({ team: 'T1', last: 3, isAnew: true })
    for (const { db } of stores) expect(remembered.valuesIn(db).size).toBe(0)
    expect(await findHistory(one.db, 'T1')).toBe(`${before}.1`)
    expect(await findHistory(one.db, 'T2')).toBe(before)
    await log(other, 'T1')
    expect(await newestSeq(one.db, 'T1')).toBe(4)
    // It has gone back once, whoever noticed it first.
    expect(news.flat().filter(({ isAnew }) => isAnew)).toHaveLength(2)
  })

  test('is noticed by a write although its numbers are beyond those that were lost', async () => {
    const store = await open()
    for (let i = 0; i < 5; i++) await log(store, 'T1')
    const news = newsOf(store)
    await store.write(async (tx) => {
      await lose(tx, 'T1', 3)
      for (let i = 0; i < 9; i++) tx.work.log(logEntry('status', 'T1'))
    })
    await expect.poll(() => news).toContainEqual({ team: 'T1', last: 12, isAnew: true })
  })

  test('is not suspected where many write at once', async () => {
    const stores = [await open(), await open()]
    const news = stores.map(newsOf)
    await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        stores[i % 2]!.write(async (tx) => {
          // Some have a connection of their own, others go with a group.
          if (i % 3 === 0) await sql`select 1`.execute(tx)
          tx.work.log(logEntry(i % 5 === 0 ? 'member' : 'status', 'T1'))
          if (i % 10 === 0) void stores[i % 2]!.look?.()
        }),
      ),
    )
    // Each looks once more.
    for (const [i, team] of ['T2', 'T3'].entries()) {
      await log(stores[i]!, team)
      await expect.poll(() => news[1 - i]?.map((each) => each.team)).toContain(team)
    }
    expect(await newestSeq(stores[0]!.db, 'T1')).toBe(200)
    expect(news.flat().filter(({ isAnew }) => isAnew)).toEqual([])
  })
})

const schemas = new Map<string, string>()

/** All that a test opens are on one schema. */
async function open(): Promise<Store> {
  const { testPath, currentTestName = '' } = expect.getState()
  const name = `${testPath} ${currentTestName}`
  const schema = schemas.get(name) ?? `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  schemas.set(name, schema)
  const store = await openPostgres(postgres ?? '', { schema, keys: testKeys, patience, connections: 6 })
  onTestFinished(() => store.close())
  return store
}

function log(store: Store, team: string): Promise<void> {
  return store.write(async (tx) => tx.work.log(logEntry('status', team)))
}

/** What is heard of other processes, and of a log that went back. */
function newsOf(store: Store): News[] {
  const news: News[] = []
  store.onMoved = (each) => news.push(each)
  return news
}

/** As if a standby had taken over that had got no more than this. */
async function lose(where: Store | Store['db'], team: string, last: number): Promise<void> {
  const db = 'db' in where ? where.db : where
  await sql`delete from log where team_id = ${team} and seq > ${last}`.execute(db)
  await sql`update team_log set last = ${last}, changed = least(changed, ${last}) where team_id = ${team}`.execute(db)
}
