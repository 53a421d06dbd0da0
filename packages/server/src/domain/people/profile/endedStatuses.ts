import { takesWrites } from '#domain/access/movedTeams'
import { batchSize } from '#domain/sweep/inBatches'
import type { Tx } from '#store/db'
import { saveUser } from './change.ts'

/** [USR-7] Removes statuses whose time is over. Nobody has seen them since; this tells apps and browsers. */
export async function removeEndedStatuses(tx: Tx): Promise<number> {
  const users = await tx
    .selectFrom('users')
    .selectAll()
    .where('status_ends_at', '<=', tx.clock.now())
    .where(takesWrites(tx))
    .limit(batchSize)
    .execute()
  for (const user of users) {
    const { status_text: _text, status_emoji: _emoji, ...profile } = user.profile
    await saveUser(tx, user, { profile, status_ends_at: null }, 'status')
  }
  return users.length
}
