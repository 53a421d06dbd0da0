import { hash } from 'node:crypto'
import { hashToken } from '#domain/ids'
import type { Tx } from '#store/db'
import { provideServerSecret } from './serverSecrets.ts'
import { issueToken, tokenPrefix } from './tokens.ts'

/**
 * [DEV-7] A token with which a developer calls as a person, in development only. It is derived from a secret of the server, so
 * that it is the same each time. One that was revoked stays so, and a new one takes its place.
 */
export async function providePersonToken(
  tx: Tx,
  { teamId: team, userId: user }: { teamId: string; userId: string },
  scopes: readonly string[],
): Promise<string> {
  const of = { kind: 'user', team, user, scopes } as const
  const secret = hash('sha256', `${await provideServerSecret(tx, 'person_token')} ${team} ${user}`)
  const known = tx
    .selectFrom('tokens')
    .select('revoked')
    .where('hash', '=', hashToken(`${tokenPrefix(of)}${secret}`))
  const row = await known.executeTakeFirst()
  if (row?.revoked) return issueToken(tx, of)
  return row ? `${tokenPrefix(of)}${secret}` : issueToken(tx, of, secret)
}
