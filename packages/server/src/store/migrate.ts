import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as start from './migrations/0001_start.ts'
import type { Tables } from './tables.ts'

/** In this order, each once, each whole. A released one is never edited. */
const migrations: Record<string, Migration> = { '0001_start': start }

/** Brings a database to this version's form. A database of a newer version is refused and left as it is. */
export async function migrate(db: Kysely<Tables>, schema?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...(schema ? { migrationTableSchema: schema } : {}),
  })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  const what = failed
    ? `Migration ${failed} failed and was undone`
    : 'The database does not fit this version of Rivulet'
  throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
}
