import { sql } from 'kysely'
import { isInBatch } from '#domain/sweep/inBatches'
import type { Tx } from '#store/db'
import { latestPossibleEnd, statusEntry } from './status.ts'

/**
 * Deletes statuses that have ended. Browsers remove a status at its end by themselves; the log entries reach those whose
 * clock differs.
 */
export async function deleteExpiredStatuses(tx: Tx): Promise<number> {
  const latest = await latestPossibleEnd(tx)
  const isOver = sql`ends_at <= ${tx.clock.now()} or ends_at > ${latest}`
  const expired = await tx
    .deleteFrom('statuses')
    .where(isInBatch(tx, 'statuses', ['team_id', 'channel_id', 'thread_ts', 'app_id'], isOver))
    .returning(['team_id', 'channel_id', 'thread_ts', 'app_id'])
    .execute()
  for (const { team_id, channel_id: id, thread_ts, app_id } of expired)
    tx.work.log(statusEntry({ team_id, id }, thread_ts, app_id))
  return expired.length
}
