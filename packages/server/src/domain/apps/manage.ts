import { type Manifest, readManifest } from './manifest.ts'
import { Refusal } from '#domain/refusal'
import { findUserByEmail } from '#domain/people/users'
import type { Db, Tx } from '#store/db'
import { type AppTokens, type KnownToken, provideTokens, type TokenSource } from './credentials.ts'
import { type AppRow, findApp, listApps } from './find.ts'
import { installManifest } from './install.ts'
import { uninstallApp } from './uninstall.ts'

/** What an app needs to connect, and what the operator sees of it. */
export interface AppDetails {
  id: string
  name: string
  team: { id: string; name: string }
  scopes: readonly string[]
  events: readonly string[]
  socketMode: boolean
  clientId: string
  clientSecret: string
  signingSecret: string
  tokens: AppTokens
}

/** How an operator names a team and an app. */
export interface AppSelector {
  /** A team by its id or domain. May be left out if there is only one. */
  team?: string | undefined
  /** An app by its id or name. May be left out if there is only one. */
  app?: string | undefined
}

/** Creates or updates an app from its manifest, for the operator, who needs nobody's permission. */
export async function saveApp(
  tx: Tx,
  manifest: Manifest,
  named: AppSelector & { by?: string | undefined },
  source: TokenSource,
): Promise<AppDetails & { updated: boolean; installedBy: string | undefined }> {
  const team = await requireTeam(tx, named.team)
  const person = await findInstaller(tx, team.id, named.by)
  const { app, updated } = await installManifest(tx, manifest, {
    teamId: team.id,
    installedBy: person?.id,
    app: named.app,
  })
  // Tokens that were issued before stay valid, with the scopes of the new manifest.
  const tokens = await provideTokens(tx, app, team.id, updated && source === 'new' ? 'find' : source)
  return { ...toAppDetails(app, team, tokens), updated, installedBy: person?.name }
}

/** Finds an app, with what it needs to connect as far as that is known. */
export async function getAppDetails(
  tx: Tx,
  named: AppSelector,
  source: TokenSource,
  known: readonly KnownToken[] = [],
): Promise<AppDetails> {
  const team = await requireTeam(tx, named.team)
  const app = await requireApp(tx, team.id, named.app)
  return toAppDetails(app, team, await provideTokens(tx, app, team.id, source, known))
}

/** Uninstalls an app from a team. */
export async function deleteApp(tx: Tx, named: AppSelector): Promise<DeletedApp> {
  const { id: teamId, name: team } = await requireTeam(tx, named.team)
  const app = await requireApp(tx, teamId, named.app)
  await uninstallApp(tx, app, teamId)
  return { id: app.id, name: readManifest(app.manifest, app.id).title, team }
}

export interface DeletedApp {
  id: string
  name: string
  team: string
}

function toAppDetails(app: AppRow, { id, name }: { id: string; name: string }, tokens: AppTokens): AppDetails {
  const facts = readManifest(app.manifest, app.id)
  return {
    id: app.id,
    name: facts.title,
    team: { id, name },
    scopes: facts.botScopes,
    events: facts.events,
    socketMode: facts.socketMode,
    clientId: app.client_id ?? '',
    clientSecret: app.client_secret ?? '',
    signingSecret: app.signing_secret ?? '',
    tokens,
  }
}

async function requireApp(db: Db, teamId: string, name: string | undefined): Promise<AppRow> {
  const apps = await listApps(db, teamId)
  const found = name === undefined ? undefined : await findApp(db, teamId, name)
  const [first, ...others] = apps
  if (found) return found
  if (name === undefined && first && others.length === 0) return first
  const there = apps.map((app) => readManifest(app.manifest, app.id).title).join(', ')
  const which = name === undefined ? 'Say which app' : `There is no app ${JSON.stringify(name)}`
  throw new Refusal('app_not_found', `${which}: ${there ? `in ${teamId} there are ${there}` : `${teamId} has none`}.`)
}

export async function requireTeam(db: Db, name: string | undefined): Promise<{ id: string; name: string }> {
  const teams = await db
    .selectFrom('teams')
    .select(['id', 'name', 'domain'])
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
  const found = teams.filter(({ id, domain }) => name === undefined || id === name || domain === name)
  const [first, ...others] = found
  if (first && others.length === 0) return first
  const there = teams.map(({ id, domain }) => `${domain} (${id})`).join(', ')
  const which = name === undefined ? 'Say which team' : `There is no team ${JSON.stringify(name)}`
  throw new Refusal('team_not_found', there ? `${which}: there are ${there}.` : 'There is no team here yet.')
}

/** Finds the person who is named as installer, or an admin of the team. */
export async function findInstaller(db: Db, teamId: string, name: string | undefined) {
  const people = db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('team_id', '=', teamId)
    .where('app_id', 'is', null)
    .where('deleted', '=', false)
    .orderBy('id')
  if (name === undefined) return people.where('admin', '=', true).executeTakeFirst()
  const found =
    (await people.where(({ eb, or }) => or([eb('id', '=', name), eb('name', '=', name)])).executeTakeFirst()) ??
    (await findUserByEmail(db, teamId, name))
  if (found) return found
  throw new Refusal('user_not_found', `There is nobody called ${JSON.stringify(name)} in ${teamId}.`)
}
