import { takesWrites } from '#domain/access/movedTeams'
import type { Tx } from '#store/db'
import { latestPossibleEnd, statusEntry } from './status.ts'

/**
 * Deletes statuses that have ended. Browsers remove a status at its end by themselves; the log entries reach those whose
 * clock differs.
 */
export async function deleteExpiredStatuses(tx: Tx): Promise<void> {
  const latest = await latestPossibleEnd(tx)
  const expired = await tx
    .deleteFrom('statuses')
    .where((where) => where.or([where('ends_at', '<=', tx.clock.now()), where('ends_at', '>', latest)]))
    .where(takesWrites(tx))
    .returning(['team_id', 'channel_id', 'thread_ts', 'app_id'])
    .execute()
  for (const { team_id, channel_id: id, thread_ts, app_id } of expired)
    tx.work.log(statusEntry({ team_id, id }, thread_ts, app_id))
}
