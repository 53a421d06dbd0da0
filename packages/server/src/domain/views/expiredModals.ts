import { sql } from 'kysely'
import { takesWrites } from '#domain/access/movedTeams'
import type { Tx } from '#store/db'

/** A modal that has not changed for this long was abandoned. Milliseconds. */
const modalLifetimeMs = 24 * 3_600_000
/** Of a home there is nothing to delete, however old it is. Only the beginning of a view is read: a view may be long. */
const isModal = sql<boolean>`substr(view, 1, 15) = '{"type":"modal"'`

/** Deletes modals of pages that were closed. */
export async function deleteExpiredModals(tx: Tx): Promise<void> {
  const old = await tx
    .selectFrom('views')
    .select(['team_id', 'id'])
    .where('changed_at', '<=', tx.clock.now() - modalLifetimeMs)
    .where(isModal)
    .where(takesWrites(tx))
    .limit(500)
    .execute()
  for (const { team_id: teamId, id } of old)
    await tx.deleteFrom('views').where('team_id', '=', teamId).where('id', '=', id).execute()
}
