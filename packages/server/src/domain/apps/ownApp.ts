import { Refusal } from '#domain/refusal'
import type { Tx } from '#store/db'
import { type AppRow, findAppOfTeam, lockApp } from './find.ts'
import { changeManifest, logAccess } from './install.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { uninstallApp } from './uninstall.ts'

/** [APP-14] Gives an app of the team another manifest. Returns whether it now asks for other scopes. */
export async function updateManifest(tx: Tx, teamId: string, id: string, manifest: Manifest): Promise<boolean> {
  const app = await requireOwnApp(tx, teamId, id)
  await changeManifest(tx, app, manifest)
  return scopesOf(app.manifest) !== scopesOf(manifest)
}

/** [APP-14] Removes an app of the team from every team. */
export async function deleteOwnApp(tx: Tx, teamId: string, id: string): Promise<void> {
  const app = await requireOwnApp(tx, teamId, id)
  const installed = await tx
    .selectFrom('installations')
    .select('team_id')
    .where('app_id', '=', id)
    .orderBy('team_id')
    .execute()
  await uninstallApp(tx, app, ...installed.map(({ team_id: team }) => team))
  await tx.updateTable('apps').set({ removed: true }).where('id', '=', id).execute()
  await logAccess(tx, app)
}

/** Finds an app that was created in the team, and takes care that nobody else changes it meanwhile. */
async function requireOwnApp(tx: Tx, teamId: string, id: string): Promise<AppRow> {
  const app = (await lockApp(tx, id)) && (await findAppOfTeam(tx, teamId, id))
  if (!app) throw new Refusal('app_not_found', `"app_id": the team has no app ${JSON.stringify(id)}.`)
  if (app.made_in === teamId) return app
  throw new Refusal('no_permission', `The app ${id} was not created in this team; it can only be changed there.`)
}

function scopesOf(manifest: Manifest): string {
  const { botScopes, userScopes } = readManifest(manifest, '')
  return [botScopes, userScopes].map((scopes) => scopes.toSorted().join()).join(' ')
}
