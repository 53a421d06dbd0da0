import { type AppRow, lockApp } from '#domain/apps/find'
import { installInTeam } from '#domain/apps/install'
import { hashToken, newSecret } from '#domain/ids'
import { readManifest } from '#domain/apps/manifest'
import { findPersonCaller } from '#domain/people/personCaller'
import { Refusal } from '#domain/refusal'
import { noClient } from './clients.ts'
import { checkVerifier } from './pkce.ts'
import { revokeTokens } from '#domain/access/revokeTokens'
import { issueToken, type NewToken } from '#domain/access/tokens'
import { findChannel } from '#domain/channels/find'
import { createWebhook, deleteWebhooksOfCode, type NewWebhook } from '#domain/webhooks/create'
import type { Tx } from '#store/db'

/** [APP-8] How long a token is valid if its app rotates tokens, seconds. */
const tokenLifetimeSeconds = 43_200
/** [APP-8] How long a refresh token may be used again, milliseconds. The first answer may have been lost. */
export const refreshGraceMs = 60_000

/** [APP-20] What a sign-in asks for. */
const signInScopes: ReadonlySet<string> = new Set(['openid', 'email', 'profile'])

/** A token that was just issued. It cannot be read again. */
export interface IssuedToken {
  token: string
  scopes: readonly string[]
  refreshToken?: string
  expiresIn?: number
}

export interface TokenExchange {
  app: AppRow
  teamId: string
  /** Who agreed. Undefined if a bot token is renewed. */
  userId: string | undefined
  bot: IssuedToken | undefined
  user: IssuedToken | undefined
  /** [APP-20] What the app wants to find again in the id token. */
  nonce?: string | null
  /** [HOOK-1] At the channel that the person chose. */
  webhook?: NewWebhook | undefined
}

/** [APP-7] Exchanges a code for what the person agreed to: installs the app in the team and issues its tokens. */
export async function exchangeCode(
  tx: Tx,
  { id: appId }: AppRow,
  code: string,
  redirectUri: string | undefined,
  proof: { isProven: boolean; verifier: string | undefined },
): Promise<TokenExchange> {
  const app = await lockApp(tx, appId)
  if (!app) throw noClient()
  const row = await tx
    .selectFrom('oauth_codes')
    .selectAll()
    .where('hash', '=', hashToken(code))
    .where('app_id', '=', app.id)
    .executeTakeFirst()
  // A client without a secret shows by the code alone who it is, and only a public one may be such a client.
  if (row?.used && (proof.isProven || row.challenge !== null)) throw alreadyUsed(row.hash)
  if (!row || row.expires_at <= tx.clock.now())
    throw new Refusal('invalid_code', 'This code was never issued, or is older than ten minutes.')
  const named = row.redirect_asked || redirectUri !== undefined
  if (named && redirectUri !== row.redirect_uri)
    throw new Refusal('bad_redirect_uri', 'The `redirect_uri` is not that of the address where the person agreed.')
  checkVerifier(row.challenge, proof.verifier)
  // [APP-15] What runs on people's machines gets no tokens of the bot.
  if (!proof.isProven && (row.challenge === null || row.scopes.length > 0))
    throw new Refusal('bad_client_secret', 'Without its secret, an app gets user tokens only, and only with PKCE.')
  const { team_id: teamId, user_id: userId } = row
  if (!(await findPersonCaller(tx, teamId, userId)))
    throw new Refusal('invalid_code', 'The person who agreed has left the team.')
  // Another process may have used the code meanwhile.
  const taken = await tx
    .updateTable('oauth_codes')
    .set({ used: true })
    .where('hash', '=', row.hash)
    .where('used', '=', false)
    .returning('hash')
    .executeTakeFirst()
  if (!taken) throw alreadyUsed(row.hash)
  const hasBot = row.scopes.length > 0
  await installInTeam(tx, app, { teamId, installedBy: userId }, hasBot)
  const about = { app: app.id, team: teamId, code: row.hash }
  const issueWith = async (of: NewToken) =>
    issue(tx, app, proof.isProven ? { ...of, scopes: await addEarlierScopes(tx, of) } : of)
  const bot = hasBot ? await issueWith({ ...about, kind: 'bot', scopes: row.scopes }) : undefined
  const hasUser = row.user_scopes.length > 0
  const user = hasUser ? await issueWith({ ...about, kind: 'user', user: userId, scopes: row.user_scopes }) : undefined
  const channel = row.webhook_channel === null ? undefined : await findChannel(tx, teamId, row.webhook_channel)
  const webhook = channel && (await createWebhook(tx, app, channel, userId, row.hash))
  return { app, teamId, userId, bot, user, nonce: row.nonce, webhook }
}

/**
 * [APP-7] The scopes that the team or the person grants the app, with those that its tokens have already: authorizing again
 * takes none away. [APP-20] A sign-in gives only what was asked, and nothing else becomes one.
 */
async function addEarlierScopes(tx: Tx, { kind, app, team, user, scopes }: NewToken): Promise<readonly string[]> {
  if (scopes.includes('openid')) return scopes
  const now = tx.clock.now()
  let earlier = tx
    .selectFrom('tokens')
    .leftJoin('refresh_tokens', (join) =>
      join.onRef('refresh_tokens.token_hash', '=', 'tokens.hash').on('used_at', 'is', null),
    )
    .select('scopes')
    .where('kind', '=', kind)
    .where('tokens.app_id', '=', app ?? '')
    .where('team_id', '=', team ?? '')
    .where('revoked', '=', false)
    .where('execution_id', 'is', null)
    .where(({ eb, or }) =>
      or([eb('expires_at', 'is', null), eb('expires_at', '>', now), eb('refresh_tokens.hash', 'is not', null)]),
    )
  if (user !== undefined) earlier = earlier.where('user_id', '=', user)
  const kept = (await earlier.execute()).flatMap((token) => token.scopes).filter((scope) => !signInScopes.has(scope))
  return [...new Set([...scopes, ...kept])].toSorted()
}

/** [APP-22] Whoever used the code before may have stolen it. What it gave is revoked (RFC 6749, 4.1.2). */
function alreadyUsed(code: string): Refusal {
  const refusal = new Refusal('code_already_used', 'What this code gives was fetched already. It is revoked now.')
  refusal.consequence = async (tx) => {
    const given = tx.selectFrom('tokens').selectAll().where('code', '=', code).where('revoked', '=', false)
    await revokeTokens(tx, await given.execute())
    await deleteWebhooksOfCode(tx, code)
  }
  return refusal
}

/** [APP-8] Issues a new token in place of one that expires. The old one stays valid until then. */
export async function renewToken(
  tx: Tx,
  app: AppRow,
  refreshToken: string,
  { isProven }: { isProven: boolean },
): Promise<TokenExchange> {
  const row = await tx
    .selectFrom('refresh_tokens')
    .innerJoin('tokens', 'tokens.hash', 'refresh_tokens.token_hash')
    .select(['refresh_tokens.hash', 'used_at', 'kind', 'team_id', 'user_id', 'scopes', 'code'])
    .where('refresh_tokens.hash', '=', hashToken(refreshToken))
    .where('refresh_tokens.app_id', '=', app.id)
    .where('revoked', '=', false)
    .executeTakeFirst()
  const usable = row && (row.used_at === null || row.used_at + refreshGraceMs > tx.clock.now())
  if (!usable || row.team_id === null)
    throw new Refusal('invalid_refresh_token', 'This refresh token was never issued, was used before, or is revoked.')
  if (!isProven && row.kind !== 'user')
    throw new Refusal('bad_client_secret', 'Without its secret, an app can only renew user tokens.')
  if (row.used_at === null)
    await tx.updateTable('refresh_tokens').set({ used_at: tx.clock.now() }).where('hash', '=', row.hash).execute()
  const { kind, team_id: teamId, user_id: userId, scopes, code } = row
  const user = kind === 'user' ? (userId ?? undefined) : undefined
  const given = await issue(tx, app, { kind, app: app.id, team: teamId, user, scopes, code: code ?? undefined })
  return { app, teamId, userId: user, bot: user ? undefined : given, user: user ? given : undefined }
}

async function issue(tx: Tx, app: AppRow, of: NewToken): Promise<IssuedToken> {
  const { scopes } = of
  if (!readManifest(app.manifest, app.id).tokenRotation) return { token: await issueToken(tx, of), scopes }
  const token = await issueToken(tx, { ...of, expiresAt: tx.clock.now() + tokenLifetimeSeconds * 1000 })
  const refreshToken = `xoxe-1-${newSecret()}`
  const row = { hash: hashToken(refreshToken), app_id: app.id, token_hash: hashToken(token), used_at: null }
  await tx.insertInto('refresh_tokens').values(row).execute()
  return { token, scopes, refreshToken, expiresIn: tokenLifetimeSeconds }
}
