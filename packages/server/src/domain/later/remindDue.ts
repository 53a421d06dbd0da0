import { takesWrites } from '#domain/access/movedTeams'
import { queueReminder } from '#domain/push/queue'
import { Steps } from '#domain/sweep/steps'
import type { Store, Tx } from '#store/db'
import { logSaved, type SavedRow } from './saved.ts'

/** So many are handled between two looks. */
const batchSize = 100

type Due = Pick<SavedRow, 'team_id' | 'user_id' | 'channel_id' | 'ts' | 'remind_at'>

/** [LAT-6] Reminds people of the messages whose time has come. Returns of how many. */
export async function remindDue(store: Store, stopped?: AbortSignal): Promise<number> {
  let reminded = 0
  const steps = new Steps()
  const due: Due[] = await store.db
    .selectFrom('saved_messages')
    .select(['team_id', 'user_id', 'channel_id', 'ts', 'remind_at'])
    .where('remind_at', '<=', store.db.clock.now())
    .where(takesWrites(store.db))
    .orderBy('remind_at')
    .limit(batchSize)
    .execute()
  for (const one of due) {
    if (stopped?.aborted) break
    if (await steps.run(() => store.write((tx) => remind(tx, one)))) reminded++
  }
  steps.finish()
  return reminded
}

/** False if another process has done it, or the person has changed it. */
async function remind(tx: Tx, due: Due): Promise<boolean> {
  const { team_id: teamId, user_id: userId, channel_id: channelId, ts } = due
  const changed = await tx
    .updateTable('saved_messages')
    .set({ remind_at: null, reminded_at: tx.clock.now() })
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('channel_id', '=', channelId)
    .where('ts', '=', ts)
    .where('remind_at', '=', due.remind_at)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  logSaved(tx, { teamId, userId }, { channelId, ts })
  await queueReminder(tx, { teamId, userId }, { channelId, ts })
  return true
}
