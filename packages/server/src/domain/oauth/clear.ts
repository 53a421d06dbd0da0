import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { now } from '#domain/clock'
import { entry } from '#domain/log/entry'
import type { Store, Tx } from '#store/db'
import { grace } from './exchange.ts'

/** [APP-11] How long a token that expired is known to have done so, milliseconds. */
const known = 30 * 86_400_000
/** Tokens in one transaction: other writes wait for no more than that. */
const slice = 200

/** [APP-11] Takes away, slice by slice, tokens that expired long ago and that nobody can renew any more. */
export async function clearTokens(store: Store, stopped?: AbortSignal): Promise<void> {
  while ((await store.write(clearSlice)) === slice && !stopped?.aborted) await turnOfTheLoop()
}

/** Answers how many. An app's tokens of a workspace file have nothing to be renewed with: they stay, as it says. */
async function clearSlice(tx: Tx): Promise<number> {
  const over = await tx
    .selectFrom('tokens')
    .leftJoin('refresh_tokens', 'refresh_tokens.token_hash', 'tokens.hash')
    .select(['tokens.hash', 'team_id'])
    .where('expires_at', '<=', now() - known)
    .where((where) =>
      where.or([
        where('used_at', '<=', now() - grace),
        where.and([where('revoked', '=', true), where('refresh_tokens.hash', 'is not', null)]),
        // With which a person made apps [APP-9].
        where('tokens.app_id', 'is', null),
      ]),
    )
    .limit(slice)
    .execute()
  if (over.length === 0) return 0
  const hashes = over.map(({ hash }) => hash)
  await tx.deleteFrom('refresh_tokens').where('token_hash', 'in', hashes).execute()
  await tx.deleteFrom('tokens').where('hash', 'in', hashes).execute()
  for (const { hash, team_id: teamId } of over) tx.work.log(entry('token', teamId ?? '', { subject: hash }))
  return over.length
}
