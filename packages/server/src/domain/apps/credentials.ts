import { hash } from 'node:crypto'
import { hashToken, newSecret } from '#domain/ids'
import { issueToken, prefixOf, scopesOf, type TokenOf } from '#domain/access/tokens'
import type { Tx } from '#store/db'
import type { AppRow } from './find.ts'

/** What an app shows to be let in: one token to write with, one to be told with. */
export interface AppTokens {
  bot: string | undefined
  app: string | undefined
}

/** A token that somebody wrote down themselves. */
export interface KnownToken {
  token: string
  kind: TokenOf['kind']
  app?: string | undefined
  team?: string | undefined
}

/**
 * [APP-3] Only the hash of a token is kept, so tokens are shown when they are made. A development server makes those of
 * an app from its signing secret, so that they can be shown again: `make` them where they are not there yet, or only
 * `find` them. `new` ones are random.
 */
export type TokenSource = 'new' | 'make' | 'find'

export async function tokensOf(
  tx: Tx,
  app: AppRow,
  teamId: string,
  source: TokenSource,
  known: readonly KnownToken[] = [],
): Promise<AppTokens> {
  const bot = { kind: 'bot', app: app.id, team: teamId, scopes: scopesOf('bot', app.manifest) } as const
  const own = { kind: 'app', app: app.id, scopes: scopesOf('app', app.manifest) } as const
  return { bot: await tokenOf(tx, app, bot, source, known), app: await tokenOf(tx, app, own, source, known) }
}

async function tokenOf(
  tx: Tx,
  app: AppRow,
  of: TokenOf,
  source: TokenSource,
  known: readonly KnownToken[],
): Promise<string | undefined> {
  if (source === 'new') return issueToken(tx, of)
  const written = known.filter((one) => one.kind === of.kind && one.app === of.app && one.team === of.team)
  const { signing_secret: signing } = app
  const secret = signing === null ? newSecret() : hash('sha256', `${signing} ${of.kind} ${of.team}`)
  const tokens = [...written.map(({ token }) => token), `${prefixOf(of)}${secret}`]
  const kept = await tx
    .selectFrom('tokens')
    .select(['hash', 'revoked'])
    .where('hash', 'in', tokens.map(hashToken))
    .execute()
  const there = tokens.find((token) => kept.some((row) => row.hash === hashToken(token) && !row.revoked))
  if (there !== undefined || source === 'find') return there
  // One that was revoked stays so.
  return kept.some((row) => row.hash === hashToken(tokens.at(-1) ?? ''))
    ? issueToken(tx, of)
    : issueToken(tx, of, secret)
}

/** What older apps know events by. It proves nothing, and follows from what does. */
export function verificationToken({ signing_secret: secret }: AppRow): string {
  return hash('sha256', `verification ${secret}`).slice(0, 24)
}
