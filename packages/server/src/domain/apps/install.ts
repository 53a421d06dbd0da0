import { now } from '#domain/clock'
import { entry } from '#domain/log/entry'
import { manifestFacts, type Manifest } from './manifest.ts'
import { Refusal } from '#domain/refusal'
import { scopesOf } from '#domain/access/tokens'
import { findUser } from '#domain/people/users'
import type { Tx } from '#store/db'
import { appTitled, type AppRow } from './find.ts'
import { appRow, botNames, botUserRow } from './rows.ts'

export interface Installed {
  app: AppRow
  /** The app was there already, and follows its manifest from now on. */
  updated: boolean
}

export interface Installation {
  teamId: string
  /** Who installs it: it posts with their rights. */
  by: string | undefined
  /** The app that it is, where its name does not say it. */
  app?: string | undefined
}

/** [APP-1] Makes an app of its manifest, and installs it in a team; one of that name that is there is changed instead. */
export async function installManifest(tx: Tx, manifest: Manifest, where: Installation): Promise<Installed> {
  const known = await appTitled(tx, where.teamId, where.app ?? manifestFacts(manifest, '').title)
  if (where.app !== undefined && !known)
    throw new Refusal('app_not_found', `There is no app ${JSON.stringify(where.app)} in ${where.teamId}.`)
  const app = known ? await changeManifest(tx, known, manifest) : await createApp(tx, manifest, where.teamId)
  await addToTeam(tx, app, where)
  if (known) await setBotScopes(tx, app, where.teamId, scopesOf('bot', manifest))
  return { app, updated: known !== undefined }
}

/** [APP-1] An app with its credentials. It is in no team yet. */
export async function createApp(tx: Tx, manifest: Manifest, madeIn: string): Promise<AppRow> {
  return tx.insertInto('apps').values(appRow({ manifest, madeIn })).returningAll().executeTakeFirstOrThrow()
}

/** [APP-2] The app follows another manifest: its names, and what its tokens may do where it is installed. */
async function changeManifest(tx: Tx, app: AppRow, manifest: Manifest): Promise<AppRow> {
  // [EVT-13] Events that were switched off are on again, and their address is challenged anew.
  const set = { manifest, events_verified: null, events_off_at: null }
  await tx.updateTable('apps').set(set).where('id', '=', app.id).execute()
  const withBot = await tx
    .updateTable('users')
    .set({ ...botNames(manifest, app.id), updated_at: now() })
    .where('app_id', '=', app.id)
    .returning('team_id')
    .execute()
  const withoutBot = await tx.selectFrom('installations').select('team_id').where('app_id', '=', app.id).execute()
  for (const teamId of new Set([...withBot, ...withoutBot].map(({ team_id }) => team_id)))
    tx.work.log(entry('user', teamId, { subject: app.bot_user }))
  return { ...app, manifest }
}

/**
 * [APP-2] The app is in the team, with a bot user unless it only acts for people. It posts with the rights of who
 * installed it; an admin who agrees again gives it theirs.
 */
export async function addToTeam(tx: Tx, app: AppRow, { teamId, by }: Installation, withBot = true): Promise<void> {
  const installer = by === undefined ? undefined : await findUser(tx, teamId, by)
  const installation = { app_id: app.id, team_id: teamId, installed_by: by ?? null }
  await tx
    .insertInto('installations')
    .values(installation)
    .onConflict((conflict) => {
      const same = conflict.columns(['team_id', 'app_id'])
      return installer?.admin ? same.doUpdateSet({ installed_by: installer.id }) : same.doNothing()
    })
    .execute()
  tx.work.log(entry('user', teamId, { subject: app.bot_user }))
  if (!withBot) return
  const bot = botUserRow({ id: app.id, botUser: app.bot_user, manifest: app.manifest }, teamId, now())
  await tx
    .insertInto('users')
    .values(bot)
    .onConflict((conflict) => conflict.columns(['team_id', 'id']).doUpdateSet({ deleted: false, updated_at: now() }))
    .execute()
}

/** [APP-2] What the app's bot may do in a team, from the next call on. */
async function setBotScopes(tx: Tx, app: AppRow, teamId: string, scopes: readonly string[]): Promise<void> {
  const changed = await tx
    .updateTable('tokens')
    .set({ scopes: [...scopes] })
    .where('app_id', '=', app.id)
    .where('team_id', '=', teamId)
    .where('kind', '=', 'bot')
    .where('revoked', '=', false)
    .returning('hash')
    .execute()
  for (const { hash } of changed) tx.work.log(entry('token', teamId, { subject: hash }))
}
