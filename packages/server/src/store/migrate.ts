import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationResult, Migrator } from 'kysely/migration'
import * as start from './migrations/0001_start.ts'
import * as reactions from './migrations/0002_reactions.ts'
import * as rooms from './migrations/0003_rooms.ts'
import * as threads from './migrations/0004_threads.ts'
import * as answers from './migrations/0005_answers.ts'
import * as events from './migrations/0006_events.ts'
import * as appEvents from './migrations/0007_appEvents.ts'
import * as oauth from './migrations/0008_oauth.ts'
import * as files from './migrations/0009_files.ts'
import * as appsMade from './migrations/0010_apps_made.ts'
import * as views from './migrations/0011_views.ts'
import * as purposes from './migrations/0012_purposes.ts'
import * as appRequests from './migrations/0013_app_requests.ts'
import * as notices from './migrations/0014_notices.ts'
import * as fileGrants from './migrations/0015_file_grants.ts'
import * as profiles from './migrations/0016_profiles.ts'
import type { Tables } from '#store/tables/tables'

/** In this order, each once, each whole. A released one is never edited. */
export const released: Record<string, Migration> = {
  '0001_start': start,
  '0002_reactions': reactions,
  '0003_rooms': rooms,
  '0004_threads': threads,
  '0005_answers': answers,
  '0006_events': events,
  '0007_appEvents': appEvents,
  '0008_oauth': oauth,
  '0009_files': files,
  '0010_apps_made': appsMade,
  '0011_views': views,
  '0012_purposes': purposes,
  '0013_app_requests': appRequests,
  '0014_notices': notices,
  '0015_file_grants': fileGrants,
  '0016_profiles': profiles,
}

/** Brings a database to this version's form. A database of a newer version is refused and left as it is. */
export async function migrate(db: Kysely<Tables>, schema?: string, migrations = released): Promise<void> {
  if (await isUpToDate(db, migrations)) return
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...(schema ? { migrationTableSchema: schema } : {}),
  })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return
  throw new Error(reason(String(Reflect.get(Object(error), 'message') ?? error), results), { cause: error })
}

/** The migrator looks at every table of every schema before it finds nothing to do. */
async function isUpToDate(db: Kysely<Tables>, migrations: Record<string, Migration>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    const there = rows.map(({ name }) => name).toSorted()
    return there.join() === Object.keys(migrations).toSorted().join()
  } catch {
    // A new database has no such table; one that is out of reach tells the migrator so.
    return false
  }
}

function reason(message: string, results: MigrationResult[] | undefined): string {
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  if (failed) return `Migration ${failed} failed and was undone: ${message}`
  const unknown = /previously executed migration (\S+) is missing/.exec(message)?.[1]
  return unknown
    ? `The database was written by a newer version of Rivulet (it has ${unknown}); nothing was changed. Start that version.`
    : `The database could not be brought to this version of Rivulet: ${message}`
}
