import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { postgres } from './postgres.ts'
import { redisProgram } from './redisServer.ts'

/**
 * Chooses a prefix for the schemas of a run, and drops them when the whole run is over. Dropping one earlier would break
 * a test that is reading its migrations at that moment.
 */
export function setup(): () => Promise<void> {
  const run = `test_${randomBytes(4).toString('hex')}`
  process.env['TEST_SCHEMAS'] = run
  if (!postgres) miss('No PostgreSQL answers, and its tests are skipped: name one in TEST_POSTGRES_URL.')
  if (!redisProgram) miss('No redis-server is installed, and its tests are skipped.')
  return async () => {
    if (!postgres) return
    const client = new pg.Client(postgres)
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspname like '${run}_%'`,
    )
    for (const { name } of rows) await client.query(`drop schema ${name} cascade`)
    await client.end()
  }
}

/** In CI nobody would notice skipped tests. */
function miss(reason: string): void {
  if (process.env['CI'] === 'true') throw new Error(reason)
  process.stderr.write(`${reason}\n`)
}
