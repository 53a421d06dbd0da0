import type { AppRow } from '#domain/apps/find'
import type { Caller } from '#domain/access/caller'
import { now } from '#domain/clock'
import { teamOf } from '#domain/access/grants'
import { hashToken, newSecret } from '#domain/ids'
import { manifestFacts } from '#domain/apps/manifest'
import { Refusal } from '#domain/refusal'
import { findUser, labelOf } from '#domain/people/users'
import type { Db, Tx } from '#store/db'
import { clientApp } from './clients.ts'
import { redirectFor } from './redirect.ts'

/** How long a code may lie, milliseconds. */
const lasts = 10 * 60_000
const mostScopes = 100

/** What the address says with which an app sends a person here. */
export interface Asked {
  client_id?: string | undefined
  /** Joined by commas or spaces. */
  scope?: string | undefined
  user_scope?: string | undefined
  redirect_uri?: string | undefined
  state?: string | undefined
}

interface Request {
  app: AppRow
  scopes: string[]
  userScopes: string[]
  redirectUri: string
}

/** What a person is asked to agree to. */
export async function consentFor(db: Db, person: Caller, asked: Asked) {
  const { app, scopes, userScopes, redirectUri } = await requestOf(db, asked)
  const { title, name, description, longDescription, backgroundColor } = manifestFacts(app.manifest, app.id)
  const user = await findUser(db, person.teamId, person.userId)
  const team = await teamOf(db, person.teamId)
  const installed = await db
    .selectFrom('installations')
    .select('app_id')
    .where('team_id', '=', person.teamId)
    .where('app_id', '=', app.id)
    .executeTakeFirst()
  return {
    app: {
      id: app.id,
      name: title,
      bot_user: app.bot_user,
      bot_name: name,
      ...(description === undefined ? {} : { description }),
      ...(longDescription === undefined ? {} : { long_description: longDescription }),
      ...(backgroundColor === undefined ? {} : { color: backgroundColor }),
    },
    team: { id: person.teamId, name: team?.name ?? '' },
    person: { id: person.userId, name: user ? labelOf(user) : '' },
    scopes,
    user_scopes: userScopes,
    returns_to: new URL(redirectUri).host,
    installed: installed !== undefined,
  }
}

/** [APP-5] The person agrees: where their browser goes next, with a code for the app. */
export async function agree(tx: Tx, person: Caller, asked: Asked): Promise<string> {
  const { app, scopes, userScopes, redirectUri } = await requestOf(tx, asked)
  const code = newSecret()
  await tx
    .deleteFrom('oauth_codes')
    .where('expires_at', '<', now() - lasts)
    .execute()
  await tx
    .insertInto('oauth_codes')
    .values({
      hash: hashToken(code),
      app_id: app.id,
      team_id: person.teamId,
      user_id: person.userId,
      scopes,
      user_scopes: userScopes,
      redirect_uri: redirectUri,
      redirect_asked: asked.redirect_uri !== undefined,
      used: false,
      expires_at: now() + lasts,
    })
    .execute()
  return returning(redirectUri, { code, state: asked.state })
}

/** The person does not agree: where their browser goes next. */
export async function decline(db: Db, asked: Asked): Promise<string> {
  const { redirectUri } = await requestOf(db, asked)
  return returning(redirectUri, { error: 'access_denied', state: asked.state })
}

function returning(address: string, query: Record<string, string | undefined>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** [APP-5, APP-6] Nobody is asked what cannot be granted, or sent where the app did not say. */
async function requestOf(db: Db, asked: Asked): Promise<Request> {
  const app = await clientApp(db, asked.client_id ?? '')
  const facts = manifestFacts(app.manifest, app.id)
  const redirectUri = redirectFor(asked.redirect_uri, facts.redirectUrls)
  const [scopes, userScopes] = [scopesIn(asked.scope), scopesIn(asked.user_scope)]
  if (scopes.length + userScopes.length > 0) return { app, redirectUri, scopes, userScopes }
  if (facts.botScopes.length + facts.userScopes.length > 0)
    return { app, redirectUri, scopes: facts.botScopes, userScopes: facts.userScopes }
  throw new Refusal(
    'no_scopes',
    'The app asks for nothing: `scope` and `user_scope` are empty, and so is its manifest.',
  )
}

function scopesIn(list: string | undefined): string[] {
  const scopes = [...new Set((list ?? '').split(/[\s,]+/).filter((scope) => scope !== ''))]
  const odd = scopes.find((scope) => !/^[a-z][a-z0-9_.:-]{0,99}$/.test(scope))
  if (odd !== undefined) throw new Refusal('invalid_scope', `${JSON.stringify(odd)} is no scope.`)
  if (scopes.length > mostScopes) throw new Refusal('invalid_scope', `The app asks for over ${mostScopes} scopes.`)
  return scopes
}
