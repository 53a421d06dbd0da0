import type { AppRow } from '#domain/apps/find'
import type { Caller } from '#domain/access/caller'
import { takesWrites } from '#domain/access/movedTeams'
import { findTeam } from '#domain/access/teams'
import { hashToken, newSecret } from '#domain/ids'
import { readManifest } from '#domain/apps/manifest'
import { Refusal } from '#domain/refusal'
import { displayNameOf, findUser } from '#domain/people/users'
import type { Db, Tx } from '#store/db'
import { findWebhookChannel, listWebhookChannels, webhookScope } from '#domain/webhooks/create'
import { findClientApp } from './clients.ts'
import { checkChallenge } from './pkce.ts'
import { findRedirectUri } from './redirect.ts'

/** How long a code is valid, milliseconds. */
const codeLifetimeMs = 10 * 60_000
const maxScopes = 100

/** The query of the URL with which an app sends a person here. */
export interface AuthorizationQuery {
  client_id?: string | undefined
  /** Separated by commas or spaces. */
  scope?: string | undefined
  user_scope?: string | undefined
  redirect_uri?: string | undefined
  state?: string | undefined
  /** PKCE: the challenge, and `S256`. */
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
  /** [APP-20] For a sign-in: what the app wants to find again in the id token. */
  nonce?: string | undefined
}

interface AuthorizationRequest {
  app: AppRow
  scopes: string[]
  userScopes: string[]
  redirectUri: string
}

/** Describes what a person is asked to agree to. */
export async function describeConsent(db: Db, person: Caller, query: AuthorizationQuery) {
  const { app, scopes, userScopes, redirectUri } = await readRequest(db, query)
  const manifest = readManifest(app.manifest, app.id)
  const { title, name, description = manifest.agentDescription, longDescription, backgroundColor } = manifest
  const user = await findUser(db, person.teamId, person.userId)
  const team = await findTeam(db, person.teamId)
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
    person: { id: person.userId, name: user ? displayNameOf(user) : '' },
    scopes,
    user_scopes: userScopes,
    returns_to: new URL(redirectUri).host,
    installed: installed !== undefined,
    ...(scopes.includes(webhookScope) ? { webhook_channels: await listWebhookChannels(db, person) } : {}),
  }
}

/** [APP-5] The person agrees. Returns the URL to which their browser goes next, with a code for the app. */
export async function grantConsent(
  tx: Tx,
  person: Caller,
  query: AuthorizationQuery,
  webhookChannel?: string,
): Promise<string> {
  const { app, scopes, userScopes, redirectUri } = await readRequest(tx, query)
  const channel = scopes.includes(webhookScope) ? await findWebhookChannel(tx, person, webhookChannel ?? '') : undefined
  const code = newSecret()
  await tx
    .deleteFrom('oauth_codes')
    .where('expires_at', '<', tx.clock.now() - codeLifetimeMs)
    .where(takesWrites(tx))
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
      redirect_asked: query.redirect_uri !== undefined,
      webhook_channel: channel?.id ?? null,
      challenge: query.code_challenge ?? null,
      nonce: query.nonce ?? null,
      used: false,
      expires_at: tx.clock.now() + codeLifetimeMs,
    })
    .execute()
  return toRedirectUrl(redirectUri, { code, state: query.state })
}

/** The person declines. Returns the URL to which their browser goes next. */
export async function declineConsent(db: Db, query: AuthorizationQuery): Promise<string> {
  const { redirectUri } = await readRequest(db, query)
  return toRedirectUrl(redirectUri, { error: 'access_denied', state: query.state })
}

function toRedirectUrl(address: string, query: Record<string, string | undefined>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** [APP-5, APP-6] Checks the request before a person sees it: its scopes, and where they are sent back to. */
async function readRequest(db: Db, query: AuthorizationQuery): Promise<AuthorizationRequest> {
  const app = await findClientApp(db, query.client_id ?? '')
  const facts = readManifest(app.manifest, app.id)
  const redirectUri = findRedirectUri(query.redirect_uri, facts.redirectUrls)
  checkChallenge(query, facts.pkce)
  const [scopes, userScopes] = [parseScopes(query.scope), parseScopes(query.user_scope)]
  if (scopes.length + userScopes.length > 0) return { app, redirectUri, scopes, userScopes }
  if (facts.botScopes.length + facts.userScopes.length > 0)
    return { app, redirectUri, scopes: facts.botScopes, userScopes: facts.userScopes }
  throw new Refusal(
    'no_scopes',
    'The app asks for nothing: `scope` and `user_scope` are empty, and so is its manifest.',
  )
}

function parseScopes(list: string | undefined): string[] {
  const scopes = [...new Set((list ?? '').split(/[\s,]+/).filter((scope) => scope !== ''))]
  const odd = scopes.find((scope) => !/^[a-z][a-z0-9_.:-]{0,99}$/.test(scope))
  if (odd !== undefined) throw new Refusal('invalid_scope', `${JSON.stringify(odd)} is not a valid scope.`)
  if (scopes.length > maxScopes) throw new Refusal('invalid_scope', `The app asks for over ${maxScopes} scopes.`)
  return scopes
}
