import type { Tx } from '#store/db'

const minute = 60_000
const hour = 60 * minute

/** How many requests there were in an hour, and how many failed. */
export interface RequestCounts {
  requests: number
  failed: number
}

/** Counts a request to an app. Returns the counts of the last hour, this request included. */
export async function countRequest(tx: Tx, appId: string, failed: boolean): Promise<RequestCounts> {
  const time = tx.clock.now()
  const first = { app_id: appId, minute: Math.floor(time / minute) * minute, requests: 1, failed: failed ? 1 : 0 }
  await tx
    .insertInto('app_requests')
    .values(first)
    .onConflict((conflict) =>
      conflict.columns(['app_id', 'minute']).doUpdateSet(({ eb }) => ({
        requests: eb('app_requests.requests', '+', 1),
        failed: eb('app_requests.failed', '+', first.failed),
      })),
    )
    .execute()
  const ofApp = tx.deleteFrom('app_requests').where('app_id', '=', appId)
  // Minutes in the future are from before the clock was set back.
  await ofApp.where((where) => where.or([where('minute', '<=', time - hour), where('minute', '>', time)])).execute()
  const minutes = await tx.selectFrom('app_requests').selectAll().where('app_id', '=', appId).execute()
  return minutes.reduce(
    (sum, counts) => ({ requests: sum.requests + counts.requests, failed: sum.failed + counts.failed }),
    none,
  )
}

const none: RequestCounts = { requests: 0, failed: 0 }

/** [EVT-13] Whether more than 95 % of at least `minRequests` requests failed. */
export function isFailing({ requests, failed }: RequestCounts, minRequests: number): boolean {
  return requests >= minRequests && failed > requests * 0.95
}

/** Starts counting anew. */
export async function clearRequestCounts(tx: Tx, appId: string): Promise<void> {
  await tx.deleteFrom('app_requests').where('app_id', '=', appId).execute()
}
