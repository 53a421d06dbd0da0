import { now } from '#domain/clock'
import type { Tx } from '#store/db'

const minute = 60_000
const hour = 60 * minute

/** How the requests of an hour went. */
export interface Hour {
  requests: number
  failed: number
}

/** Writes down how a request to an app went; answers how those of the last hour did, this one among them. */
export async function noteRequest(tx: Tx, appId: string, failed: boolean): Promise<Hour> {
  const time = now()
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
  // Later than now: from before the clock was put back.
  await ofApp.where((where) => where.or([where('minute', '<=', time - hour), where('minute', '>', time)])).execute()
  const minutes = await tx.selectFrom('app_requests').selectAll().where('app_id', '=', appId).execute()
  return minutes.reduce(
    (sum, one) => ({ requests: sum.requests + one.requests, failed: sum.failed + one.failed }),
    none,
  )
}

const none: Hour = { requests: 0, failed: 0 }

/** [EVT-13] Whether of many requests more than 95 % failed; with fewer than `fewest` an app may fail as it likes. */
export function isHopeless({ requests, failed }: Hour, fewest: number): boolean {
  return requests >= fewest && failed > requests * 0.95
}

/** The app is judged anew. */
export async function forgetRequests(tx: Tx, appId: string): Promise<void> {
  await tx.deleteFrom('app_requests').where('app_id', '=', appId).execute()
}
