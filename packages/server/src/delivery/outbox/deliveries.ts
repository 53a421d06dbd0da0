import { hashToken } from '#domain/ids'
import { livingNodes } from '#domain/nodes/living'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'

/** [EVT-6] How long to wait before each retry of a delivery that was not acknowledged. */
const retryDelaysMs = [0, 60_000, 300_000] as const
/** The number of the last attempt; the first is 0. */
export const lastAttempt = retryDelaysMs.length

/** What the journal says of an acknowledgement that an injected fault has lost. */
export const lostAcknowledgement = 'The acknowledgement was lost: injected with /control/faults.'

/** [NOD-4] The channels, of one app, in which another node delivers. '' stands for events without a channel. */
export function channelsOfOthers(db: Db, appId: string, node: string) {
  return db
    .selectFrom('deliveries as other')
    .select('other.channel_id')
    .where('other.app_id', '=', appId)
    .where('other.node', '!=', node)
    .where('other.node', 'in', livingNodes(db))
}

export async function deleteDelivery(tx: Tx, eventId: string): Promise<void> {
  await tx.deleteFrom('deliveries').where('event_id', '=', eventId).execute()
}

/**
 * Plans the next attempt, or deletes the delivery after the last. Returns whether there is another attempt. One that another
 * node has taken over meanwhile stays as it is.
 */
export async function scheduleRetry(
  tx: Tx,
  { event_id, attempt }: Pick<Selectable<Tables['deliveries']>, 'event_id' | 'attempt'>,
  reason: Selectable<Tables['deliveries']>['reason'],
  node: string,
): Promise<boolean> {
  const isShared = !tx.cache.isSingleWriter
  const wait = retryDelaysMs[attempt]
  if (wait === undefined) {
    const last = tx.deleteFrom('deliveries').where('event_id', '=', event_id)
    const { numDeletedRows } = await last.$if(isShared, (own) => own.where('node', '=', node)).executeTakeFirstOrThrow()
    return numDeletedRows === 0n
  }
  // [EVT-12] New ones have 0. One that is repeated at once has too, so that it comes before those that followed it.
  const dueAt = wait === 0 ? 0 : tx.clock.now() + wait
  await tx
    .updateTable('deliveries')
    .set({ attempt: attempt + 1, reason, due_at: dueAt, ...(isShared && { node: null }) })
    .where('event_id', '=', event_id)
    .$if(isShared, (own) => own.where('node', '=', node))
    .execute()
  return true
}

/** The `token` of payloads, older than signatures. It proves nothing here, but clients expect it. */
export function verificationToken(appId: string, secret: string): string {
  return hashToken(`${appId} ${secret}`).slice(0, 24)
}
