import { now } from '#domain/clock'
import { manifestFacts, type Manifest } from './manifest.ts'
import { Refusal } from '#domain/refusal'
import { issueToken } from '#domain/access/tokens'
import { findByEmail } from '#domain/people/users'
import type { Db, Tx } from '#store/db'
import { type AppTokens, type KnownToken, tokensOf, type TokenSource } from './credentials.ts'
import { appNamed, type AppRow, appsOf } from './find.ts'
import { installManifest } from './install.ts'
import { uninstallApp } from './uninstall.ts'

/** What an app needs to connect, and what a person is told of it. */
export interface KeptApp {
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

/** Whoever keeps the server names things as people do. */
export interface Named {
  /** A team by its id or domain; undefined: the only one. */
  team?: string | undefined
  /** An app by its id or name. */
  app?: string | undefined
}

/** Installs a manifest for whoever keeps the server, who needs no permission of anybody. */
export async function keepApp(
  tx: Tx,
  manifest: Manifest,
  named: Named & { by?: string | undefined },
  source: TokenSource,
): Promise<KeptApp & { updated: boolean; installedBy: string | undefined }> {
  const team = await teamNamed(tx, named.team)
  const by = await installer(tx, team.id, named.by)
  const { app, updated } = await installManifest(tx, manifest, { teamId: team.id, by: by?.id, app: named.app })
  // Its tokens are out already: they can do what the manifest says now.
  const tokens = await tokensOf(tx, app, team.id, updated && source === 'new' ? 'find' : source)
  return { ...kept(app, team, tokens), updated, installedBy: by?.name }
}

/** An app that is there, with what it needs to connect as far as that is known. */
export async function keptApp(
  tx: Tx,
  named: Named,
  source: TokenSource,
  known: readonly KnownToken[] = [],
): Promise<KeptApp> {
  const team = await teamNamed(tx, named.team)
  const app = await theApp(tx, team.id, named.app)
  return kept(app, team, await tokensOf(tx, app, team.id, source, known))
}

/** Takes an app out of a team. Answers its name. */
export async function dropApp(tx: Tx, named: Named): Promise<Dropped> {
  const { id: teamId, name: team } = await teamNamed(tx, named.team)
  const app = await theApp(tx, teamId, named.app)
  await uninstallApp(tx, app, teamId)
  return { id: app.id, name: manifestFacts(app.manifest, app.id).title, team }
}

export interface Dropped {
  id: string
  name: string
  team: string
}

/** [APP-9] A token with which a person makes apps, for half a day. */
export async function configurationToken(tx: Tx, named: Named & { by?: string | undefined }): Promise<Configuring> {
  const { id: team } = await teamNamed(tx, named.team)
  const person = await installer(tx, team, named.by)
  if (!person) throw new Refusal('user_not_found', `${team} has no admin: say with --by whose token it is to be.`)
  const scopes = ['app_configurations:read', 'app_configurations:write']
  const expiresAt = now() + configuringLasts
  const token = await issueToken(tx, { kind: 'user', team, user: person.id, scopes, expiresAt })
  return { token, expiresAt, by: person.name }
}

const configuringLasts = 12 * 3_600_000

export interface Configuring {
  token: string
  /** Unix milliseconds. */
  expiresAt: number
  /** Whose token it is. */
  by: string
}

function kept(app: AppRow, { id, name }: { id: string; name: string }, tokens: AppTokens): KeptApp {
  const facts = manifestFacts(app.manifest, app.id)
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

async function theApp(db: Db, teamId: string, name: string | undefined): Promise<AppRow> {
  const apps = await appsOf(db, teamId)
  const found = name === undefined ? undefined : await appNamed(db, teamId, name)
  const [first, ...others] = apps
  if (found) return found
  if (name === undefined && first && others.length === 0) return first
  const there = apps.map((app) => manifestFacts(app.manifest, app.id).title).join(', ')
  const which = name === undefined ? 'Say which app' : `There is no app ${JSON.stringify(name)}`
  throw new Refusal('app_not_found', `${which}: ${there ? `in ${teamId} there are ${there}` : `${teamId} has none`}.`)
}

async function teamNamed(db: Db, name: string | undefined): Promise<{ id: string; name: string }> {
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

/** The person who is said to install it; an admin of the team, where nobody is. */
async function installer(db: Db, teamId: string, name: string | undefined) {
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
    (await findByEmail(db, teamId, name))
  if (found) return found
  throw new Refusal('user_not_found', `There is nobody called ${JSON.stringify(name)} in ${teamId}.`)
}
