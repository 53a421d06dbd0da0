import type { Store } from '#store/db'
import { forgetResponseUrls } from './acts/responseUrls.ts'
import { forgetAnswers } from './answers.ts'
import { now } from './clock.ts'
import { clearEphemerals } from './messages/ephemeral.ts'
import { forgetStatuses } from './statuses.ts'
import { endTimedOut } from './streams/end.ts'
import { forgetModals } from './views/change.ts'

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
