import type { Selectable } from 'kysely'
import { readManifest } from './manifest.ts'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'

export type AppRow = Selectable<Tables['apps']>

/** Finds an app of a team by its id, its name or the name of its bot, ignoring case. */
export async function findApp(db: Db, teamId: string, name: string): Promise<AppRow | undefined> {
  return (await findAppByTitle(db, teamId, name)) ?? findOnly(name, await listApps(db, teamId), (facts) => [facts.name])
}

/** Finds an app of a team by its id or its name, ignoring case. */
export async function findAppByTitle(db: Db, teamId: string, name: string): Promise<AppRow | undefined> {
  return findOnly(name, await listApps(db, teamId), ({ title }, { id }) => [id, title])
}

function findOnly(
  name: string,
  apps: readonly AppRow[],
  namesOf: (facts: ReturnType<typeof readManifest>, app: AppRow) => string[],
): AppRow | undefined {
  const found = apps.filter((app) =>
    namesOf(readManifest(app.manifest, app.id), app).some((known) => known.toLowerCase() === name.toLowerCase()),
  )
  if (found.length < 2) return found[0]
  const ids = found.map(({ id }) => id).join(', ')
  throw new Refusal('app_not_found', `Several apps are called ${JSON.stringify(name)}: name one by its id, ${ids}.`)
}

/** Lists the apps that are installed in a team. */
export function listApps(db: Db, teamId: string): Promise<AppRow[]> {
  return db
    .selectFrom('apps')
    .innerJoin('installations', 'installations.app_id', 'apps.id')
    .selectAll('apps')
    .where('installations.team_id', '=', teamId)
    .where('removed', '=', false)
    .orderBy('apps.id')
    .execute()
}

/** Reads an app again, and takes care that nobody else changes or removes it meanwhile. Undefined if it was removed. */
export async function lockApp(tx: Tx, id: string): Promise<AppRow | undefined> {
  await tx.lock(`app ${id}`)
  return tx.selectFrom('apps').selectAll().where('id', '=', id).where('removed', '=', false).executeTakeFirst()
}

/** [APP-9] Finds an app that was created in the team or is installed there. */
export async function findAppOfTeam(db: Db, teamId: string, id: string): Promise<AppRow | undefined> {
  const app = await db
    .selectFrom('apps')
    .selectAll()
    .where('id', '=', id)
    .where('removed', '=', false)
    .executeTakeFirst()
  return app?.made_in === teamId ? app : (await listApps(db, teamId)).find((installed) => installed.id === id)
}
