import { describe, expect, onTestFinished, test } from 'vitest'
import { postgres } from '#testing/database/postgres'
import { startPostgresProxy } from '#testing/database/postgresProxy'
import { WatchedPool } from './watchedPool.ts'

describe.skipIf(!postgres)('[NOD-14] while PostgreSQL answers over new connections', () => {
  test.each([
    ['questions', false],
    ['answers', true],
  ])(
    'one over which %s get lost is cut; one that is slow, waits for a lock or is asked nothing is not',
    async (_, isSent) => {
      const { proxy, pool } = await start()
      const holder = await pool.connect()
      await holder.query('select pg_advisory_lock(7072)')
      const lost = await pool.connect()
      await lost.query('begin')
      const slow = pool.query('select pg_sleep(6)', [])
      const locking = pool.query('select pg_advisory_xact_lock(7072)', [])
      proxy.loseFrom('select pg_sleep(0.01)', isSent)

      // They are sent together.
      const asked = await Promise.allSettled([lost.query('select pg_sleep(0.01)'), lost.query('select 1')])

      expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      pool.release(lost, true)
      expect((await slow).rowCount).toBe(1)
      await holder.query('select pg_advisory_unlock(7072)')
      expect((await locking).rowCount).toBe(1)
      pool.release(holder, false)
    },
  )

  test('one over which much is sent slowly is left alone', async () => {
    const { proxy, pool } = await start()
    const client = await pool.connect()
    const measure = (bytes: number) =>
      pool.names.ask(client, { sql: 'select length($1::bytea) as length', parameters: [Buffer.alloc(bytes)] })
    // PostgreSQL begins with a statement without a name before it has all of its values.
    for (let asked = 0; asked < 8; asked++) await measure(1)
    proxy.slowDown(100)
    expect((await measure(500_000)).rows).toEqual([{ length: 500_000 }])
    pool.release(client, false)
  })

  test('a slow one is left alone if a pooler stands between, which has numbers of its own for backends', async () => {
    const { proxy, pool } = await start()
    proxy.replaceInAnswers('K\0\0\0\x0c\0', 'K\0\0\0\x0c\x01')
    expect((await pool.query('select pg_sleep(4)', [])).rowCount).toBe(1)
  })

  test('a slow one is left alone if PostgreSQL does not track what it does', async () => {
    const { pool } = await start({ options: '-c track_activities=off' })
    expect((await pool.query('select pg_sleep(4)', [])).rowCount).toBe(1)
  })
})

async function start(settings: { options?: string } = {}) {
  const proxy = await startPostgresProxy(postgres ?? '')
  const pool = new WatchedPool({ connectionString: proxy.url, max: 5, ...settings })
  onTestFinished(() => pool.end())
  return { proxy, pool }
}
