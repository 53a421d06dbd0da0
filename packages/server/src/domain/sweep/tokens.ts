import { sql } from 'kysely'
import { takesWrites } from '#domain/access/movedTeams'
import { logEntry } from '#domain/log/entry'
import type { Store, Tx } from '#store/db'
import { refreshGraceMs } from '#domain/oauth/exchangeCode'
import { batchSize, deleteInBatches } from './inBatches.ts'

/** [APP-11] An expired token is kept this long, so that calls with it learn that it has expired. Milliseconds. */
const rememberedForMs = 30 * 86_400_000

/** [APP-11] Deletes, batch by batch, tokens that expired long ago and that nobody can renew any more. */
export async function deleteExpiredTokens(store: Store, stopped?: AbortSignal): Promise<void> {
  await deleteInBatches(store, deleteBatch, stopped)
}

/**
 * Returns how many were deleted. Tokens of a workspace file cannot be renewed, and stay as the file says; once revoked, a
 * start that puts them back finds them expired.
 */
async function deleteBatch(tx: Tx): Promise<number> {
  const expired = await tx
    .selectFrom('tokens')
    .leftJoin('refresh_tokens', 'refresh_tokens.token_hash', 'tokens.hash')
    .select(['tokens.hash', 'team_id'])
    .where('expires_at', '<=', tx.clock.now() - rememberedForMs)
    .where((where) =>
      where.or([
        where('used_at', '<=', tx.clock.now() - refreshGraceMs),
        where('revoked', '=', true),
        // Configuration tokens [APP-9]. Other tokens without an app are those of a workspace file.
        where.and([where('tokens.app_id', 'is', null), sql<boolean>`tokens.scopes like '%"app_configurations:%'`]),
      ]),
    )
    .where(takesWrites(tx))
    .limit(batchSize)
    .execute()
  if (expired.length === 0) return 0
  const hashes = expired.map(({ hash }) => hash)
  await tx.deleteFrom('refresh_tokens').where('token_hash', 'in', hashes).execute()
  await tx.deleteFrom('tokens').where('hash', 'in', hashes).execute()
  for (const { hash, team_id: teamId } of expired) tx.work.log(logEntry('token', teamId ?? '', { subject: hash }))
  return expired.length
}
