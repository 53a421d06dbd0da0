import { isDeepStrictEqual } from 'node:util'
import { logEntry } from '#domain/log/entry'
import { readManifest, type Manifest } from './manifest.ts'
import { Refusal } from '#domain/refusal'
import { defaultScopes } from '#domain/access/tokens'
import { findUser } from '#domain/people/users'
import type { Tx } from '#store/db'
import { findAppByTitle, type AppRow } from './find.ts'
import { newAppRow, botNames, newBotUserRow } from './rows.ts'

export interface InstalledManifest {
  app: AppRow
  /** The app existed before, and follows the new manifest from now on. */
  updated: boolean
}

export interface Installation {
  teamId: string
  /** Who installs the app. It posts with their rights. */
  installedBy: string | undefined
  /** The id or name of the app to update, if the name in the manifest does not identify it. */
  app?: string | undefined
  /** [APP-2] Where the manifest comes from, if that is known. */
  origin?: string | undefined
  /** Whether the manifest may replace that of an app from another origin. */
  mayReplace?: boolean
}

/** [APP-1] Creates an app from its manifest and installs it in a team. An app of the same name there is updated instead. */
export async function installManifest(
  tx: Tx,
  manifest: Manifest,
  installation: Installation,
): Promise<InstalledManifest> {
  const existing = await findAppByTitle(tx, installation.teamId, installation.app ?? readManifest(manifest, '').title)
  if (installation.app !== undefined && !existing)
    throw new Refusal('app_not_found', `There is no app ${JSON.stringify(installation.app)} in ${installation.teamId}.`)
  if (existing) requireSameApp(existing, manifest, installation)
  const app = existing
    ? await changeManifest(tx, existing, manifest)
    : await createApp(tx, manifest, installation.teamId)
  if (installation.origin !== undefined)
    await tx.updateTable('apps').set({ origin: installation.origin }).where('id', '=', app.id).execute()
  await installInTeam(tx, app, installation)
  if (existing) await setBotScopes(tx, app, installation.teamId, defaultScopes('bot', manifest))
  return { app, updated: existing !== undefined }
}

/** [APP-2] Keeps two apps that happen to have one name from becoming one. */
function requireSameApp(existing: AppRow, manifest: Manifest, { app, origin, mayReplace }: Installation): void {
  if (app !== undefined || origin === undefined || mayReplace) return
  if (existing.origin === origin || isDeepStrictEqual(existing.manifest, manifest)) return
  const name = JSON.stringify(readManifest(existing.manifest, existing.id).title)
  const from = existing.origin === null ? 'came from elsewhere' : `was installed from ${existing.origin}`
  throw new Refusal(
    'name_taken',
    `There is already an app ${name} (${existing.id}), which ${from}, with another manifest. To change that app, use --update. To install a second one, change display_information.name.`,
  )
}

/** [APP-1] Creates an app with its credentials. It is not installed anywhere yet. */
export async function createApp(tx: Tx, manifest: Manifest, madeIn: string): Promise<AppRow> {
  return tx
    .insertInto('apps')
    .values(newAppRow(tx.secrets, { manifest, madeIn }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** [APP-2] Gives an app another manifest, which changes its names and the scopes of its tokens. */
export async function changeManifest(tx: Tx, app: AppRow, manifest: Manifest): Promise<AppRow> {
  // [EVT-13] This turns events back on if they were off, and the request URL has to be verified again.
  const set = { manifest, events_verified: null, events_off_at: null }
  await tx.updateTable('apps').set(set).where('id', '=', app.id).execute()
  const withBot = await tx
    .updateTable('users')
    .set({ ...botNames(manifest, app.id), updated_at: tx.clock.now() })
    .where('app_id', '=', app.id)
    .returning('team_id')
    .execute()
  const withoutBot = await tx.selectFrom('installations').select('team_id').where('app_id', '=', app.id).execute()
  for (const teamId of new Set([...withBot, ...withoutBot].map(({ team_id }) => team_id)))
    tx.work.log(logEntry('user', teamId, { subject: app.bot_user }))
  return { ...app, manifest }
}

/** Says that an app has changed what its tokens may do: to each team that has it, and of each token that is of no team. */
export async function logAccess(tx: Tx, { id, bot_user }: Pick<AppRow, 'id' | 'bot_user'>): Promise<void> {
  const teams = await tx.selectFrom('installations').select('team_id').where('app_id', '=', id).execute()
  for (const { team_id: teamId } of teams) tx.work.log(logEntry('user', teamId, { subject: bot_user }))
  const tokens = await tx
    .selectFrom('tokens')
    .select('hash')
    .where('app_id', '=', id)
    .where('team_id', 'is', null)
    .execute()
  for (const { hash } of tokens) tx.work.log(logEntry('token', '', { subject: hash }))
}

/**
 * [APP-2] Installs an app in a team, with a bot user unless it only acts for people. It posts with the rights of the
 * person who installed it. If an admin installs it again it gets theirs.
 */
export async function installInTeam(
  tx: Tx,
  app: AppRow,
  { teamId, installedBy }: Installation,
  withBot = true,
): Promise<void> {
  const installer = installedBy === undefined ? undefined : await findUser(tx, teamId, installedBy)
  const row = { app_id: app.id, team_id: teamId, installed_by: installedBy ?? null }
  await tx
    .insertInto('installations')
    .values(row)
    .onConflict((conflict) => {
      const same = conflict.columns(['team_id', 'app_id'])
      return installer?.admin ? same.doUpdateSet({ installed_by: installer.id }) : same.doNothing()
    })
    .execute()
  tx.work.log(logEntry('user', teamId, { subject: app.bot_user }))
  if (!withBot) return
  const bot = newBotUserRow({ id: app.id, botUser: app.bot_user, manifest: app.manifest }, teamId, tx.clock.now())
  await tx
    .insertInto('users')
    .values(bot)
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'id']).doUpdateSet({ deleted: false, updated_at: tx.clock.now() }),
    )
    .execute()
}

/** [APP-2] Sets the scopes of the app's bot in a team, from the next call on. */
export async function setBotScopes(tx: Tx, app: AppRow, teamId: string, scopes: readonly string[]): Promise<void> {
  const changed = await tx
    .updateTable('tokens')
    .set({ scopes: [...scopes] })
    .where('app_id', '=', app.id)
    .where('team_id', '=', teamId)
    .where('kind', '=', 'bot')
    .where('revoked', '=', false)
    .returning('hash')
    .execute()
  for (const { hash } of changed) tx.work.log(logEntry('token', teamId, { subject: hash }))
}
