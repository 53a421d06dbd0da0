import { afterAll } from 'vitest'
import type { Store } from '#store/db'
import { openSqlite } from '#store/sqlite/open'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'

/** `npm run fuzz -- --on postgresql` sets it. */
const schema = process.env['FUZZ_ON'] === 'postgresql' ? schemaToFuzz() : undefined

/** An empty database for random calls: SQLite in memory, or PostgreSQL if that is asked for. */
export function openFuzzed(): Promise<Store> {
  return schema ? schema.open() : openSqlite(':memory:')
}

function schemaToFuzz() {
  if (postgres === undefined) throw new Error('No PostgreSQL answers: name one in TEST_POSTGRES_URL.')
  const shared = sharedSchema(postgres)
  afterAll(shared.close)
  return shared
}
