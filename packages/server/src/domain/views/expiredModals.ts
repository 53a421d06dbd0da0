import { sql } from 'kysely'
import { deleteBatchOf } from '#domain/sweep/inBatches'
import type { Tx } from '#store/db'

/** A modal that has not changed for this long was abandoned. Milliseconds. */
const modalLifetimeMs = 24 * 3_600_000

/**
 * Deletes modals of pages that were closed. Of a home there is nothing to delete, however old it is. Only the beginning of a view
 * is read: a view may be long.
 */
export function deleteExpiredModals(tx: Tx): Promise<number> {
  const isAbandoned = sql`changed_at <= ${tx.clock.now() - modalLifetimeMs} and substr(view, 1, 15) = '{"type":"modal"'`
  return deleteBatchOf(tx, 'views', ['team_id', 'id'], isAbandoned)
}
