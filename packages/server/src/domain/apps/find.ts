import type { Selectable } from 'kysely'
import { manifestFacts } from './manifest.ts'
import { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'

export type AppRow = Selectable<Tables['apps']>

/** An app of a team by its id, its name or its bot's name, whatever the capitals. */
export async function appNamed(db: Db, teamId: string, name: string): Promise<AppRow | undefined> {
  return (await appTitled(db, teamId, name)) ?? only(name, await appsOf(db, teamId), (facts) => [facts.name])
}

/** An app of a team by its id or its name alone. */
export async function appTitled(db: Db, teamId: string, name: string): Promise<AppRow | undefined> {
  return only(name, await appsOf(db, teamId), ({ title }, { id }) => [id, title])
}

function only(
  name: string,
  apps: readonly AppRow[],
  namesOf: (facts: ReturnType<typeof manifestFacts>, app: AppRow) => string[],
): AppRow | undefined {
  const found = apps.filter((app) =>
    namesOf(manifestFacts(app.manifest, app.id), app).some((known) => known.toLowerCase() === name.toLowerCase()),
  )
  if (found.length < 2) return found[0]
  const ids = found.map(({ id }) => id).join(', ')
  throw new Refusal('app_not_found', `Several apps are called ${JSON.stringify(name)}: name one by its id, ${ids}.`)
}

/** Every app that is in a team. */
export function appsOf(db: Db, teamId: string): Promise<AppRow[]> {
  return db
    .selectFrom('apps')
    .innerJoin('installations', 'installations.app_id', 'apps.id')
    .selectAll('apps')
    .where('installations.team_id', '=', teamId)
    .where('removed', '=', false)
    .orderBy('apps.id')
    .execute()
}

/** [APP-9] An app that was made in the team, or is installed there. */
export async function appOfTeam(db: Db, teamId: string, id: string): Promise<AppRow | undefined> {
  const app = await db
    .selectFrom('apps')
    .selectAll()
    .where('id', '=', id)
    .where('removed', '=', false)
    .executeTakeFirst()
  return app?.made_in === teamId ? app : (await appsOf(db, teamId)).find((one) => one.id === id)
}
