import type { Store } from '#store/db'
import { forgetResponseUrls } from '#domain/interactions/responseUrls'
import { forgetAnswers } from '#domain/access/idempotency'
import { now } from './clock.ts'
import { clearEphemerals } from '#domain/messages/ephemeral'
import { forgetStatuses } from '#domain/threads/status'
import { endTimedOut } from '#domain/streams/end'
import { forgetModals } from '#domain/views/change'

/** Writes down and clears away what time has already decided. Nothing that anyone sees depends on it. */
export async function tidy(store: Store, stopped?: AbortSignal): Promise<void> {
  await endTimedOut(store, stopped)
  await store.write(async (tx) => {
    await forgetStatuses(tx)
    await tx.deleteFrom('sessions').where('expires_at', '<=', now()).execute()
    await forgetAnswers(tx)
    await clearEphemerals(tx)
    await forgetModals(tx)
    await forgetResponseUrls(tx)
  })
}
