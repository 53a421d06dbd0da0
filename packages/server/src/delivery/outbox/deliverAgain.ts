import type { Tx } from '#store/db'
import type { Delivery } from './dueDeliveries.ts'
import { retentionMs } from './recordEvents.ts'

/**
 * [DEV-2] Puts a delivery that was made before into the outbox again, behind what waits there for its app. It keeps its id. One
 * that is still there becomes due at once. `reason` marks it as the first retry, for that reason. Returns whether it was
 * not there.
 */
export async function deliverAgain(tx: Tx, delivery: Delivery, reason: Delivery['reason']): Promise<boolean> {
  const { event_id, app_id, team_id, channel_id, ts, type, at } = delivery
  const rows = tx.selectFrom('deliveries').select(['event_id', 'seq'])
  if (await rows.where('event_id', '=', event_id).executeTakeFirst()) {
    await tx.updateTable('deliveries').set({ due_at: 0 }).where('event_id', '=', event_id).execute()
    return false
  }
  const last = await rows.where('app_id', '=', app_id).orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const kept_until = tx.clock.now() + retentionMs
  const again = { event_id, app_id, team_id, channel_id, ts, type, at, event: withoutToken(delivery) }
  const attempt = reason === '' ? 0 : 1
  const values = { ...again, seq: (last?.seq ?? 0) + 1, attempt, reason, due_at: 0, kept_until }
  await tx.insertInto('deliveries').values(values).execute()
  return true
}

/** [FUN-2, KEY-2] The outbox must not hold it: who sends the delivery adds it. */
function withoutToken({ type, event }: Delivery): Record<string, unknown> {
  if (type !== 'function_executed') return event
  const { bot_access_token: _, ...rest } = event
  return rest
}
