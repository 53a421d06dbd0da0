import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import type { Db, Store } from '#store/db'

describe.skipIf(!postgres)('a reader on PostgreSQL', () => {
  test('asks over one connection what it asks at the same time, and over another what is asked by others', async () => {
    const store = await open()
    const [one, other] = [readerOf(store), readerOf(store)]
    const [first, second, third] = await Promise.all([pidOf(one), pidOf(one), pidOf(other)])
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('has a connection no longer than it waits for answers', async () => {
    const store = await open()
    // More readers than there are connections.
    const readers = Array.from({ length: 100 }, () => readerOf(store))
    for (const reader of readers) await Promise.all([pidOf(reader), pidOf(reader)])
    expect(await pidOf(store.db)).toBeGreaterThan(0)
  })

  test('gets each answer although another question is refused', async () => {
    const reader = readerOf(await open())
    const refused = sql`select 1 / 0`.execute(reader)
    const [outcome, before, after] = await Promise.allSettled([refused, pidOf(reader), pidOf(reader)])
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } })
    expect([before.status, after.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(await pidOf(reader)).toBeGreaterThan(0)
  })

  test('goes on over a new connection after its own was cut', async () => {
    const reader = readerOf(await open())
    const pid = await pidOf(reader)
    const cut = sql`select pg_terminate_backend(pg_backend_pid())`.execute(reader)
    await expect(cut).rejects.toThrow(/terminat/)
    expect(await pidOf(reader)).not.toBe(pid)
  })

  test('cannot be used inside of a write', async () => {
    const store = await open()
    const reader = readerOf(store)
    await expect(store.write(() => pidOf(reader))).rejects.toThrow('use the tx')
  })
})

async function open(): Promise<Store> {
  const schema = sharedSchema(postgres ?? '')
  onTestFinished(schema.close)
  return schema.open()
}

function readerOf(store: Store): Db {
  const reader = store.reader?.()
  if (!reader) throw new Error('There is no reader.')
  return reader
}

async function pidOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}
