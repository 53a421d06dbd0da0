import type { Insertable } from 'kysely'
import type { Change } from '#store/tables/change'
import type { Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { Caller } from './caller.ts'
import { hashToken, newSecret } from '#domain/ids'
import { entry } from '#domain/log/entry'
import { manifestFacts, type Manifest } from '#domain/apps/manifest'

/** Whose token it is, and what it may do. What is left out is none. */
export interface TokenOf {
  kind: Tables['tokens']['kind']
  app?: string | undefined
  team?: string | undefined
  enterprise?: string | undefined
  user?: string | undefined
  scopes: readonly string[]
  teamsGranted?: readonly string[] | undefined
  expiresAt?: number | undefined
  revoked?: boolean
}

/** The row of a token, by its hash. */
export function tokenRow(hash: string, of: TokenOf): Insertable<Tables['tokens']> {
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
  }
}

/** Gives out a token, and keeps its hash: this is the one time that it is there to be read. */
export async function issueToken(tx: Tx, of: TokenOf, secret = newSecret()): Promise<string> {
  const token = `${prefixOf(of)}${secret}`
  await tx
    .insertInto('tokens')
    .values(tokenRow(hashToken(token), of))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  tx.work.log(entry('token', of.team ?? '', { subject: hashToken(token) }))
  return token
}

/** What an app's tokens may do, where nobody says otherwise. */
export function scopesOf(kind: TokenOf['kind'], manifest: Manifest): readonly string[] {
  if (kind === 'app') return ['connections:write']
  const { botScopes, userScopes } = manifestFacts(manifest, '')
  return kind === 'user' ? userScopes : botScopes
}

/** [TOK] What a token looks like says what it is for, to people; nothing else follows from it. */
export function prefixOf({ kind, app, expiresAt }: TokenOf): string {
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

/** [TOK] Makes the token of this call worth nothing, for every process, from the next call on. Its app is told. */
export async function revokeToken(tx: Tx, caller: Caller): Promise<void> {
  const { tokenHash } = caller
  if (tokenHash === undefined) throw new Error('The call came without a token.')
  await tx.updateTable('tokens').set({ revoked: true }).where('hash', '=', tokenHash).execute()
  const told = caller.app && (caller.kind === 'bot' || caller.kind === 'user')
  const change = told && revokedOf(caller.app?.id ?? '', [{ kind: caller.kind, userId: caller.userId }])
  tx.work.log(entry('token', caller.teamId, { subject: tokenHash, ...(change ? { change } : {}) }))
}

/** [EVT-11] What an app is told of its tokens that ended. */
export function revokedOf(app: string, tokens: readonly { kind: string; userId: string }[]): Change {
  const of = (kind: string) => [...new Set(tokens.filter((token) => token.kind === kind).map(({ userId }) => userId))]
  return { type: 'tokens_revoked', app, people: of('user'), bots: of('bot') }
}
