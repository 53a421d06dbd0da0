import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import type { Soon } from './maybePromise.ts'

const current = new AsyncLocalStorage<{ over: boolean }>()

/** Runs what a write does; until it is done the outer `db` is closed to it. */
export async function insideWrite<T>(fn: () => Soon<T>): Promise<T> {
  const write = { over: false }
  try {
    return await current.run(write, fn)
  } finally {
    write.over = true
  }
}

/** Throws inside a write: what asks the outer `db` there misses what the write has done, or waits for itself. */
export function outsideWrites(): void {
  const write = current.getStore()
  if (write && !write.over) throw new Error('Inside write() use the tx that it gives, not the outer db or store.')
}

/** For the outer `db`: before anything waits for a connection that the write may hold. */
export const readsOutside: KyselyPlugin = {
  transformQuery({ node }) {
    outsideWrites()
    return node
  },
  transformResult: async ({ result }) => result,
}
