import { Refusal } from '#domain/refusal'
import type { Store } from '#store/db'

/** Refusals that do not depend on what is remembered. */
const certain: ReadonlySet<string> = new Set(['ratelimited', 'service_unavailable'])

/**
 * [NOD-17] Runs a call that reads. If it is refused, this process looks for what others have changed. If that is anything
 * which it remembers, the call runs once more: what an answer at one node allows is not refused by the next.
 */
export async function readCurrent<T>(store: Store, read: () => Promise<T>): Promise<T> {
  const { cache } = store.db
  const { generation } = cache
  try {
    return await read()
  } catch (error) {
    if (!store.look || !(error instanceof Refusal) || certain.has(error.code)) throw error
    await store.look()
    if (generation === cache.generation) throw error
    return read()
  }
}
