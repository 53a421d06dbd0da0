import { takesWrites } from '#domain/access/movedTeams'
import { tokenOfExecution } from '#domain/apps/functions'
import { hashToken } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import type { Store, Tx } from '#store/db'
import { batchSize, deleteInBatches } from './inBatches.ts'

/** [FUN-5] How long a run of a function is remembered, milliseconds. Its token has expired long before. */
const rememberedForMs = 30 * 86_400_000

/** [FUN-5] Deletes, batch by batch, runs of functions that started long ago, with their tokens and the record of their messages. */
export async function deleteOldExecutions(store: Store, stopped?: AbortSignal): Promise<void> {
  await deleteInBatches(store, deleteBatch, stopped)
}

/** Returns how many were deleted. */
async function deleteBatch(tx: Tx): Promise<number> {
  const old = await tx
    .selectFrom('function_executions')
    .select(['team_id', 'id', 'app_id'])
    .where('started_at', '<=', tx.clock.now() - rememberedForMs)
    .where(takesWrites(tx))
    .limit(batchSize)
    .execute()
  if (old.length === 0) return 0
  await tx
    .deleteFrom('function_messages')
    .where('team_id', 'in', [...new Set(old.map(({ team_id: teamId }) => teamId))])
    .where(
      'execution_id',
      'in',
      old.map(({ id }) => id),
    )
    .execute()
  for (const { team_id: teamId, id, app_id: appId } of old) {
    await tx.deleteFrom('function_executions').where('team_id', '=', teamId).where('id', '=', id).execute()
    const hash = hashToken(await tokenOfExecution(tx, appId, teamId, id))
    await tx.deleteFrom('tokens').where('hash', '=', hash).execute()
    tx.work.log(logEntry('token', teamId, { subject: hash }))
  }
  return old.length
}
