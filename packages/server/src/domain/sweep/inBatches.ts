import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Store, Tx } from '#store/db'

/** Rows that one transaction deletes at most, so that other writes do not wait long. */
export const batchSize = 200

/** Runs `deleteBatch`, which returns how many rows it has deleted, until a batch is not full or the sweep is stopped. */
export async function deleteInBatches(
  store: Store,
  deleteBatch: (tx: Tx) => Promise<number>,
  stopped?: AbortSignal,
): Promise<void> {
  while ((await store.write(deleteBatch)) === batchSize && !stopped?.aborted) await turnOfTheLoop()
}
