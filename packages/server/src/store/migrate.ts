import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationResult, Migrator } from 'kysely/migration'
import * as start from './migrations/0001_start.ts'
import * as reactions from '#store/migrations/channels/0002_reactions'
import * as rooms from '#store/migrations/channels/0003_rooms'
import * as threads from '#store/migrations/channels/0004_threads'
import * as answers from './migrations/0005_answers.ts'
import * as events from '#store/migrations/apps/0006_events'
import * as appEvents from '#store/migrations/apps/0007_appEvents'
import * as oauth from '#store/migrations/apps/0008_oauth'
import * as files from '#store/migrations/files/0009_files'
import * as appsMade from '#store/migrations/apps/0010_apps_made'
import * as views from '#store/migrations/apps/0011_views'
import * as purposes from '#store/migrations/channels/0012_purposes'
import * as appRequests from '#store/migrations/apps/0013_app_requests'
import * as notices from '#store/migrations/channels/0014_notices'
import * as fileGrants from '#store/migrations/files/0015_file_grants'
import * as closed from '#store/migrations/channels/0017_closed'
import * as profiles from './migrations/0016_profiles.ts'
import * as search from '#store/migrations/search/0022_search'
import * as functions from '#store/migrations/apps/0023_functions'
import * as appOrigins from '#store/migrations/apps/0024_app_origins'
import * as functionMessages from '#store/migrations/apps/0025_function_messages'
import * as people from '#store/migrations/people/0019_people'
import * as signingIn from '#store/migrations/people/0027_signing_in'
import * as limits from './migrations/0032_limits.ts'
import * as reactionsByTime from '#store/migrations/channels/0033_reactions_by_time'
import * as attachments from '#store/migrations/apps/0018_attachments'
import * as pins from '#store/migrations/channels/0020_pins'
import * as accounts from '#store/migrations/people/0030_accounts'
import * as serverSecrets from './migrations/0026_server_secrets.ts'
import * as emailKeys from './migrations/0034_email_keys.ts'
import * as teamLog from './migrations/0035_team_log.ts'
import * as logOfTeams from './migrations/0036_log_of_teams.ts'
import * as nodes from './migrations/0037_nodes.ts'
import * as handovers from './migrations/0038_handovers.ts'
import * as keysOfTeams from './migrations/0039_keys_of_teams.ts'
import * as sharedState from './migrations/0040_shared_state.ts'
import * as histories from './migrations/0041_histories.ts'
import * as activity from '#store/migrations/people/0042_activity'
import * as drafts from '#store/migrations/people/0046_drafts'
import * as sidebars from '#store/migrations/people/0047_sidebars'
import * as teamMoves from './migrations/0043_team_moves.ts'
import * as push from '#store/migrations/people/0045_push'
import * as quiet from '#store/migrations/people/0044_quiet'
import * as preferences from '#store/migrations/people/0048_preferences'
import * as sessionBrowsers from '#store/migrations/people/0049_session_browsers'
import * as savedMessages from '#store/migrations/people/0050_saved_messages'
import * as messageVersions from '#store/migrations/channels/0051_message_versions'
import * as usualNotify from '#store/migrations/people/0052_usual_notify'
import * as sweeps from '#store/migrations/sweeps/0053_sweeps'
import * as unverifiedApps from '#store/migrations/sweeps/0054_unverified_apps'
import * as fileDetails from '#store/migrations/files/0055_file_details'
import type { Tables } from '#store/tables/tables'

/** Migrations run in this order, each once and atomically. Their names are stored, so a released one never changes. */
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
  '0017_closed': closed,
  '0018_attachments': attachments,
  '0019_people': people,
  '0020_pins': pins,
  '0022_search': search,
  '0023_functions': functions,
  '0024_app_origins': appOrigins,
  '0025_function_messages': functionMessages,
  '0026_server_secrets': serverSecrets,
  '0027_signing_in': signingIn,
  '0030_accounts': accounts,
  '0032_limits': limits,
  '0033_reactions_by_time': reactionsByTime,
  '0034_email_keys': emailKeys,
  '0035_team_log': teamLog,
  '0036_log_of_teams': logOfTeams,
  '0037_nodes': nodes,
  '0038_handovers': handovers,
  '0039_keys_of_teams': keysOfTeams,
  '0040_shared_state': sharedState,
  '0041_histories': histories,
  '0042_activity': activity,
  '0043_team_moves': teamMoves,
  '0044_quiet': quiet,
  '0045_push': push,
  '0046_drafts': drafts,
  '0047_sidebars': sidebars,
  '0048_preferences': preferences,
  '0049_session_browsers': sessionBrowsers,
  '0050_saved_messages': savedMessages,
  '0051_message_versions': messageVersions,
  '0052_usual_notify': usualNotify,
  '0053_sweeps': sweeps,
  '0054_unverified_apps': unverifiedApps,
  '0055_file_details': fileDetails,
}

/**
 * Migrates a database to this version. A database of a newer version is refused and not changed. `schema` is the one of
 * PostgreSQL in which the tables are; without it the migrator takes the tables of another schema for this one's.
 */
export async function migrate(db: Kysely<Tables>, schema?: string, migrations = released): Promise<void> {
  if (await isUpToDate(db, schema, migrations)) return
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...(schema ? { migrationTableSchema: schema } : {}),
  })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return
  throw new Error(reason(String(Reflect.get(Object(error), 'message') ?? error), results), { cause: error })
}

/** Checked first, because the migrator reads every table of every schema before it finds nothing to do. */
async function isUpToDate(
  db: Kysely<Tables>,
  schema: string | undefined,
  migrations: Record<string, Migration>,
): Promise<boolean> {
  try {
    // A schema behind it in the search path may be another server's.
    const table = schema === undefined ? sql.id('kysely_migration') : sql.id(schema, 'kysely_migration')
    const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(db)
    const there = rows.map(({ name }) => name).toSorted()
    return there.join() === Object.keys(migrations).toSorted().join()
  } catch {
    // A new database has no such table. If it cannot be reached the migrator reports that.
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
