import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { logEntry } from '#domain/log/entry'
import { newestSeq } from '#domain/log/numbers'
import type { Db, Store } from '#store/db'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'

// PostgreSQL was restarted, or something between has closed an idle connection just when it is used.
describe.skipIf(!postgres)('[NOD-21] a connection that is interrupted', () => {
  test('does not fail a write, which is made once', async () => {
    const store = await open()
    let interruptions = 2
    let attempts = 0
    await store.write(async (tx) => {
      attempts++
      tx.work.log(logEntry('status', 'T1'))
      if (interruptions-- > 0) await interrupt(tx)
    })
    expect(attempts).toBe(3)
    expect(await newestSeq(store.db, 'T1')).toBe(1)
  })

  test('does not fail what is asked at the same time', async () => {
    const store = await open()
    const reader = store.reader?.() ?? store.db
    await sql`create sequence interruptions`.execute(store.db)
    const asking = [1, 2, 3].map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(reader))
    const first = sql`
      select pg_terminate_backend(case when nextval('interruptions') = 1 then pg_backend_pid() else 0 end)`
    const [, ...answers] = await Promise.all([first.execute(reader), ...asking])
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3])
  })

  test('fails what writes without a transaction, and a write that is interrupted again and again', async () => {
    const store = await open()
    await sql`create sequence interruptions`.execute(store.db)
    const change = sql`do $$ begin perform nextval('interruptions'), pg_terminate_backend(pg_backend_pid()); end $$`
    await expect(change.execute(store.db)).rejects.toThrow(/terminat/)
    const { rows } = await sql`select last_value from interruptions`.execute(store.db)
    expect(rows).toEqual([{ last_value: 1 }])
    let attempts = 0
    const writing = store.write(async (tx) => {
      attempts++
      await interrupt(tx)
    })
    await expect(writing).rejects.toThrow(/terminat/)
    expect(attempts).toBe(3)
  })
})

async function open(): Promise<Store> {
  const schema = sharedSchema(postgres ?? '')
  onTestFinished(schema.close)
  return schema.open()
}

async function interrupt(db: Db): Promise<void> {
  await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
}
