import { describe, expect, onTestFinished, test } from 'vitest'
import { postgres } from '#testing/database/postgres'
import { WatchedPool } from './watchedPool.ts'

describe.skipIf(!postgres)('the pool of connections to PostgreSQL', () => {
  test('gives nobody the connection of a single question that was cut', async () => {
    const pool = new WatchedPool({ connectionString: postgres, max: 1 })
    onTestFinished(() => pool.end())
    const pid = async () => (await pool.query('select pg_backend_pid() as pid', [])).rows[0].pid
    const before = await pid()
    await expect(pool.query('select pg_terminate_backend(pg_backend_pid())', [])).rejects.toThrow(/terminat/)
    expect(await pid()).not.toBe(before)
  })
})
