import { hash } from 'node:crypto'
import { hashToken } from '#domain/ids'
import { issueToken, tokenPrefix, defaultScopes, type NewToken } from '#domain/access/tokens'
import type { Db, Tx } from '#store/db'
import { readManifest } from './manifest.ts'
import type { AppRow } from './find.ts'
import { openSigningSecret } from './secrets.ts'

/** The tokens of an app: a bot token to call methods, and an app token to receive events over Socket Mode. */
export interface AppTokens {
  bot: string | undefined
  app: string | undefined
}

/** A token that a workspace file names. */
export interface KnownToken {
  token: string
  kind: NewToken['kind']
  app?: string | undefined
  team?: string | undefined
}

/**
 * [APP-3] Where tokens come from. Only the hash of a token is stored, so `new` tokens are random and can be shown once. A
 * development server derives tokens from the app's signing secret, so that it can show them again: `make` issues them if
 * they do not exist yet, `find` only returns existing ones.
 */
export type TokenSource = 'new' | 'make' | 'find'

export async function provideTokens(
  tx: Tx,
  app: AppRow,
  teamId: string,
  source: TokenSource,
  known: readonly KnownToken[] = [],
): Promise<AppTokens> {
  const bot = { kind: 'bot', app: app.id, team: teamId, scopes: defaultScopes('bot', app.manifest) } as const
  // [EVT-5] Only in Socket Mode can it open a connection.
  const { socketMode } = readManifest(app.manifest, app.id)
  const appLevel = { kind: 'app', app: app.id, scopes: defaultScopes('app', app.manifest) } as const
  return {
    bot: await provideToken(tx, app, bot, source, known),
    app: socketMode ? await provideToken(tx, app, appLevel, source, known) : undefined,
  }
}

async function provideToken(
  tx: Tx,
  app: AppRow,
  of: NewToken,
  source: TokenSource,
  known: readonly KnownToken[],
): Promise<string | undefined> {
  if (source === 'new') return issueToken(tx, of)
  const written = known.filter(({ kind, app: id, team }) => kind === of.kind && id === of.app && team === of.team)
  const secret = hash('sha256', `${openSigningSecret(tx, app)} ${of.kind} ${of.team}`)
  const tokens = [...written.map(({ token }) => token), `${tokenPrefix(of)}${secret}`]
  const stored = await tx
    .selectFrom('tokens')
    .select(['hash', 'revoked'])
    .where('hash', 'in', tokens.map(hashToken))
    .execute()
  const existing = tokens.find((token) => stored.some((row) => row.hash === hashToken(token) && !row.revoked))
  if (existing !== undefined || source === 'find') return existing
  // A revoked token stays revoked.
  return stored.some((row) => row.hash === hashToken(tokens.at(-1) ?? ''))
    ? issueToken(tx, of)
    : issueToken(tx, of, secret)
}

/** The legacy verification token in events. It is derived from the signing secret and proves nothing. */
export function deriveVerificationToken(db: Db, app: AppRow): string {
  return hash('sha256', `verification ${openSigningSecret(db, app)}`).slice(0, 24)
}
