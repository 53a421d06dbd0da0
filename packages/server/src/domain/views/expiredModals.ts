import { takesWrites } from '#domain/access/movedTeams'
import type { Tx } from '#store/db'

/** A modal that has not changed for this long was abandoned. Milliseconds. */
const modalLifetimeMs = 24 * 3_600_000

/** Deletes modals of pages that were closed. */
export async function deleteExpiredModals(tx: Tx): Promise<void> {
  const old = await tx
    .selectFrom('views')
    .select(['team_id', 'id', 'view'])
    .where('changed_at', '<=', tx.clock.now() - modalLifetimeMs)
    .where(takesWrites(tx))
    .limit(500)
    .execute()
  for (const { team_id: teamId, id } of old.filter(({ view }) => view.type === 'modal'))
    await tx.deleteFrom('views').where('team_id', '=', teamId).where('id', '=', id).execute()
}
