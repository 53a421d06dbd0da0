import { type Manifest, readManifest } from './manifest.ts'
import { Refusal } from '#domain/refusal'
import { findUserByEmail } from '#domain/people/users'
import { listTestTeams } from '#domain/testTeams/marks'
import type { Db, Tx } from '#store/db'
import { type AppTokens, type KnownToken, provideTokens, type TokenSource } from './credentials.ts'
import { isSentEvent } from './sentEvents.ts'
import { type AppRow, findApp, listApps } from './find.ts'
import { openClientSecret, openSigningSecret } from './secrets.ts'
import { installManifest } from './install.ts'
import { createWebhook, findChannelNamed, webhookScope } from '#domain/webhooks/create'
import { uninstallApp } from './uninstall.ts'

/** What an app needs to connect, and what the operator sees of it. */
export interface AppDetails {
  id: string
  name: string
  team: { id: string; name: string }
  scopes: readonly string[]
  events: readonly string[]
  /** Those of its events that this server never sends. */
  unsentEvents: readonly string[]
  socketMode: boolean
  /** Where its events are posted outside of Socket Mode. */
  eventsUrl: string | undefined
  /** Whether people can install it with OAuth: its manifest has redirect URLs. */
  usesOAuth: boolean
  clientId: string
  clientSecret: string
  signingSecret: string
  tokens: AppTokens
  /** [HOOK-1] The address of the webhook that was just created. */
  webhookUrl?: string | undefined
}

/** How an operator names a team and an app. */
export interface AppSelector {
  /** A team by its id or domain. May be left out if there is only one. */
  team?: string | undefined
  /** An app by its id or name. May be left out if there is only one. */
  app?: string | undefined
}

/** An app to create or update, and who does it. */
export interface AppToSave extends AppSelector {
  by?: string | undefined
  /** Where the manifest lies. An app of the same name that came from elsewhere is another app. */
  origin?: string | undefined
  /** Updates the app of that name wherever it came from. */
  update?: boolean | undefined
  /** The channel of an incoming webhook to create. */
  webhook_channel?: string | undefined
}

/** Creates or updates an app from its manifest, for the operator, who needs nobody's permission. */
export async function saveApp(
  tx: Tx,
  manifest: Manifest,
  named: AppToSave,
  source: TokenSource,
): Promise<AppDetails & { updated: boolean; installedBy: string | undefined }> {
  const team = await requireTeam(tx, named.team)
  const person = await findInstaller(tx, team.id, named.by)
  const { app, updated } = await installManifest(tx, manifest, {
    teamId: team.id,
    installedBy: person?.id,
    app: named.app,
    origin: named.origin,
    mayReplace: named.update === true,
  })
  // Tokens that were issued before stay valid, with the scopes of the new manifest.
  const tokens = await provideTokens(tx, app, team.id, updated && source === 'new' ? 'find' : source)
  const webhookUrl =
    named.webhook_channel && (await createWebhookFor(tx, app, team.id, named.webhook_channel, person?.id))
  return { ...toAppDetails(tx, app, team, tokens), webhookUrl, updated, installedBy: person?.name }
}

async function createWebhookFor(tx: Tx, app: AppRow, teamId: string, channel: string, by: string | undefined) {
  if (!readManifest(app.manifest, app.id).botScopes.includes(webhookScope))
    throw new Refusal('missing_scope', `A webhook needs the bot scope ${webhookScope} in the manifest.`)
  return (await createWebhook(tx, app, await findChannelNamed(tx, teamId, channel), by)).url
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
  return toAppDetails(tx, app, team, await provideTokens(tx, app, team.id, source, known))
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

function toAppDetails(db: Db, app: AppRow, { id, name }: { id: string; name: string }, tokens: AppTokens): AppDetails {
  const facts = readManifest(app.manifest, app.id)
  return {
    id: app.id,
    name: facts.title,
    team: { id, name },
    scopes: facts.botScopes,
    events: facts.events,
    unsentEvents: facts.events.filter((event) => !isSentEvent(event)),
    socketMode: facts.socketMode,
    eventsUrl: facts.socketMode ? undefined : facts.eventsUrl,
    usesOAuth: facts.redirectUrls.length > 0,
    clientId: app.client_id ?? '',
    clientSecret: openClientSecret(db, app),
    signingSecret: openSigningSecret(db, app),
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
  // Who names no team does not mean one that was made for a test.
  const tests = name === undefined ? await listTestTeams(db) : new Map<string, number>()
  const found = teams.filter(({ id, domain }) => (name === undefined ? !tests.has(id) : id === name || domain === name))
  const [first, ...others] = found
  if (first && others.length === 0) return first
  const there = teams
    .filter(({ id }) => !tests.has(id))
    .map(({ id, domain }) => `${domain} (${id})`)
    .join(', ')
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
