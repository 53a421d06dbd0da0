import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import type { MaybePromise } from './maybePromise.ts'

/** Knows which code runs inside a write of one store. That code may still use other stores. */
export class WriteScope {
  readonly #current = new AsyncLocalStorage<{ ended: boolean }>()

  /** Runs the function of a write. Until it ends it cannot use the outer `db`. */
  async run<T>(fn: () => MaybePromise<T>): Promise<T> {
    const write = { ended: false }
    try {
      return await this.#current.run(write, fn)
    } finally {
      write.ended = true
    }
  }

  /** Runs in a write what does not belong to it, and may begin something that goes on after it. */
  runOutside<T>(fn: () => Promise<T>): Promise<T> {
    return this.#current.run({ ended: true }, fn)
  }

  /** Throws inside a write. The outer `db` would not show what the write has done, or would wait for the write itself. */
  checkOutside(): void {
    const write = this.#current.getStore()
    if (write && !write.ended) throw new Error('Inside write() use the tx that it gives, not the outer db or store.')
  }

  /** Plugin of the outer `db`. It checks each query before that waits for a connection the write may hold. */
  readonly plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      this.checkOutside()
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
