import type { Store, Tx } from '#store/db'
import { deleteOldOptions } from '#domain/interactions/offeredOptions'
import { deleteExpiredResponseUrls } from '#domain/interactions/responseUrls'
import { deleteExpiredAnswers } from '#domain/access/idempotency'
import { deleteExpiredEphemerals } from '#domain/messages/ephemeral'
import { deleteOldFailures } from '#domain/scheduled/sendDue'
import { deleteExpiredStatuses } from '#domain/threads/expiredStatuses'
import { deleteEndedConnections } from '#domain/people/presence'
import { forgetExpiredBrowsers } from '#domain/people/knownBrowsers'
import { forgetOldSights } from '#domain/push/sight'
import { endExpiredSessions } from '#domain/people/sessions'
import { removeEndedStatuses } from '#domain/people/profile/endedStatuses'
import { endTimedOutStreams } from '#domain/streams/endTimedOut'
import { deleteExpiredModals } from '#domain/views/expiredModals'
import { deleteInBatches } from './inBatches.ts'
import { Steps } from './steps.ts'

const removals: readonly ((tx: Tx) => Promise<number>)[] = [
  deleteExpiredStatuses,
  endExpiredSessions,
  forgetOldSights,
  forgetExpiredBrowsers,
  deleteExpiredAnswers,
  deleteExpiredEphemerals,
  deleteExpiredModals,
  deleteExpiredResponseUrls,
  removeEndedStatuses,
  deleteEndedConnections,
  deleteOldFailures,
  deleteOldOptions,
]

/**
 * Ends streams that have timed out and deletes rows that have expired. Readers check times themselves, so nothing that
 * anyone sees depends on when this runs.
 */
export async function sweepExpired(store: Store, stopped?: AbortSignal): Promise<void> {
  const steps = new Steps()
  await steps.run(() => endTimedOutStreams(store, stopped))
  for (const remove of removals) {
    if (stopped?.aborted) break
    await steps.run(() => deleteInBatches(store, remove, stopped))
  }
  steps.finish()
}
