import type { Insertable } from 'kysely'
import type { Change } from '#store/tables/change'
import type { Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { hashToken, newSecret } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import { readManifest, type Manifest } from '#domain/apps/manifest'

/** Who owns a token, and what it may do. */
export interface NewToken {
  kind: Tables['tokens']['kind']
  app?: string | undefined
  team?: string | undefined
  enterprise?: string | undefined
  user?: string | undefined
  scopes: readonly string[]
  teamsGranted?: readonly string[] | undefined
  expiresAt?: number | undefined
  revoked?: boolean
  /** The run of a function that it comes with. */
  executionId?: string | undefined
  /** The hash of the OAuth code that it is given for. */
  code?: string | undefined
  createdAt?: number | undefined
  lastFour?: string | undefined
}

/** Makes the row of a token from its hash. */
export function newTokenRow(hash: string, of: NewToken): Insertable<Tables['tokens']> {
  return {
    hash,
    kind: of.kind,
    app_id: of.app ?? null,
    team_id: of.team ?? null,
    enterprise_id: of.enterprise ?? null,
    user_id: of.user ?? null,
    scopes: [...of.scopes],
    teams_granted: of.teamsGranted ? [...of.teamsGranted] : null,
    expires_at: of.expiresAt ?? null,
    revoked: of.revoked ?? false,
    execution_id: of.executionId ?? null,
    code: of.code ?? null,
    created_at: of.createdAt ?? null,
    last_four: of.lastFour ?? null,
  }
}

/** Issues a token and returns it. Only its hash is stored, so it cannot be read again. */
export async function issueToken(tx: Tx, of: NewToken, secret = newSecret()): Promise<string> {
  const token = `${tokenPrefix(of)}${secret}`
  await tx
    .insertInto('tokens')
    .values(newTokenRow(hashToken(token), { ...of, createdAt: tx.clock.now(), lastFour: lastFourOf(token) }))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  tx.work.log(logEntry('token', of.team ?? '', { subject: hashToken(token) }))
  return token
}

/** The end of a token, by which people know it; undefined if that would say too much of it. */
export function lastFourOf(token: string): string | undefined {
  return token.length < 24 ? undefined : token.slice(-4)
}

/** The scopes of an app's tokens, unless something else is said. */
export function defaultScopes(kind: NewToken['kind'], manifest: Manifest): readonly string[] {
  if (kind === 'app') return ['connections:write']
  const { botScopes, userScopes } = readManifest(manifest, '')
  return kind === 'user' ? userScopes : botScopes
}

/** [TOK] The prefix tells people what a token is for. The server does not rely on it. */
export function tokenPrefix({ kind, app, expiresAt }: NewToken): string {
  const expiring = expiresAt === undefined ? '' : 'xoxe.'
  switch (kind) {
    case 'app':
      return `xapp-1-${app}-`
    case 'user':
      return `${expiring}xoxp-`
    case 'org':
      return 'xoxe.xoxb-'
    case 'bot':
      return `${expiring}xoxb-`
  }
}

/** [EVT-11] Makes the change from which an app learns that its tokens were revoked. */
export function toTokensRevoked(app: string, tokens: readonly { kind: string; userId: string }[]): Change {
  const of = (kind: string) => [...new Set(tokens.filter((token) => token.kind === kind).map(({ userId }) => userId))]
  return { type: 'tokens_revoked', app, people: of('user'), bots: of('bot') }
}
