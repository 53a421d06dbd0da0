import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { postgres } from './postgres.ts'

/**
 * Chooses a prefix for the schemas of a run, and drops them when the whole run is over. Dropping one earlier would break
 * a test that is reading its migrations at that moment.
 */
export function setup(): () => Promise<void> {
  const run = `test_${randomBytes(4).toString('hex')}`
  process.env['TEST_SCHEMAS'] = run
  if (!postgres) {
    const reason = 'No PostgreSQL answers, and its tests are skipped: name one in TEST_POSTGRES_URL.'
    if (process.env['CI'] === 'true') throw new Error(reason)
    process.stderr.write(`${reason}\n`)
  }
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
