import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTempDirectory, patience } from '#testing/database/databases'
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

  // The driver reads the file for each connection, and throws at once.
  test('[FLT-6] does not wait for a connection that could not be begun', async () => {
    const { pool, file } = startWithFile()
    rmSync(file)
    await expect(pool.connect()).rejects.toThrow('ENOENT')
    await sleep(900)
    await expect(pool.connect()).rejects.toThrow('ENOENT')
  })

  test('[FLT-6] takes a database for one that hangs if it cannot ask', async () => {
    const { pool, file } = startWithFile()
    const client = await pool.connect()
    rmSync(file)
    await expect
      .poll(() => pool.connect().catch(String), { timeout: patience })
      .toContain('PostgreSQL does not answer.')
    pool.release(client, true)
  })
})

/** A pool that suspects soon, with a file that each connection reads. */
function startWithFile() {
  const file = join(createTempDirectory(), 'ca.crt')
  writeFileSync(file, '')
  const url = new URL(postgres ?? '')
  url.searchParams.set('sslmode', 'disable')
  url.searchParams.set('sslrootcert', file)
  const pool = new WatchedPool({ connectionString: url.href, max: 2 }, 300)
  onTestFinished(() => pool.end())
  return { pool, file }
}
