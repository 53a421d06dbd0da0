import type { Store } from '#store/db'
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

/**
 * Ends streams that have timed out and deletes rows that have expired. Readers check times themselves, so nothing that
 * anyone sees depends on when this runs.
 */
export async function sweepExpired(store: Store, stopped?: AbortSignal): Promise<void> {
  await endTimedOutStreams(store, stopped)
  await store.write(async (tx) => {
    await deleteExpiredStatuses(tx)
    await endExpiredSessions(tx)
    await forgetOldSights(tx)
    await forgetExpiredBrowsers(tx)
    await deleteExpiredAnswers(tx)
    await deleteExpiredEphemerals(tx)
    await deleteExpiredModals(tx)
    await deleteExpiredResponseUrls(tx)
    await removeEndedStatuses(tx)
    await deleteEndedConnections(tx)
    await deleteOldFailures(tx)
    await deleteOldOptions(tx)
  })
}
