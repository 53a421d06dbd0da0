import { type Kysely, sql } from 'kysely'
import type { Tables } from '#store/tables/tables'
import { withoutOptions } from './explainFailure.ts'

/** Older ones get no fixes any more. */
const oldestVersion = 14

/**
 * Returns the schema in which the tables of this server are, or says why the database cannot be used. `options` are those of the
 * connection.
 */
export async function checkDatabase(db: Kysely<Tables>, options = ''): Promise<string> {
  const { rows } = await sql<{ version: string; schema: string | null; path: string; role: string; name: string }>`
    select current_setting('server_version') as version, current_schema() as schema,
      current_setting('search_path') as path, current_user as role, current_database() as name`.execute(db)
  const [found] = rows
  if (!found) throw new Error('PostgreSQL does not say what it is.')
  const { version, schema, path, role, name } = found
  if (Number.parseInt(version, 10) < oldestVersion)
    throw new Error(
      `PostgreSQL ${version} is too old; ${oldestVersion} or newer is needed. Nothing was changed. Upgrade it, or name another with --store.`,
    )
  const asked = searchPathIn(options)
  if (asked !== undefined && plain(asked) !== plain(path))
    throw new Error(
      `The address of --store asks for the search path ${asked}, and PostgreSQL has ${path}: what is in front of it leaves options out. Nothing was changed. ${withoutOptions}`,
    )
  if (schema !== null) return schema
  const wanted = firstOf(path, role)
  throw new Error(
    `The user ${role} can use no schema of its search path (${path}) in the database ${name}: there is none of that name, or the user has no right to it. Make it: create schema ${wanted} authorization ${role}. Or give the right: grant usage, create on schema ${wanted} to ${role}`,
  )
}

/** The search path that these options ask for: the last one counts, and a space in it is written with a backslash. */
function searchPathIn(options: string): string | undefined {
  const asked = [...options.matchAll(/(?:-c\s*|--)search_path=((?:\\.|[^\s\\])+)/g)]
  return asked.at(-1)?.[1]?.replaceAll(/\\(.)/g, '$1')
}

function plain(path: string): string {
  return path.replaceAll(/[\s"]/g, '')
}

/** The first schema of a search path. `"$user"` is the one with the user's name. */
function firstOf(path: string, role: string): string {
  const [first = ''] = path.split(',')
  return first.trim().replace('"$user"', role)
}
