import type { ServerNode } from '#domain/nodes/serverNode'
import { DiskRefusal, type Store, type Tx } from '#store/db'
import { retentionMs } from './recordEvents.ts'

/**
 * [EVT-6] How long deliveries are kept: for the full time from a start, because the time while the server was down does not
 * count. A node that starts beside others extends nothing: they could deliver all the time.
 */
export class Retention {
  readonly #store: Store
  readonly #node: ServerNode
  readonly #onUnexpectedError: (error: unknown) => void
  #isExtended = false

  constructor(store: Store, node: ServerNode, onUnexpectedError: (error: unknown) => void) {
    this.#store = store
    this.#node = node
    this.#onUnexpectedError = onUnexpectedError
  }

  async start(): Promise<void> {
    await this.#extend().catch((error: unknown) => {
      if (!(error instanceof DiskRefusal)) throw error // a full disk can still be read
      this.#onUnexpectedError(error)
    })
  }

  /** Deletes deliveries that no app has taken in time. */
  async sweep(): Promise<void> {
    await this.#extend()
    await this.#store.write((tx) => tx.deleteFrom('deliveries').where('kept_until', '<=', tx.clock.now()).execute())
  }

  async #extend(): Promise<void> {
    if (!this.#isExtended && this.#node.isFirst) await this.#store.write(extend)
    this.#isExtended = true
  }
}

async function extend(tx: Tx): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ kept_until: tx.clock.now() + retentionMs })
    .execute()
}
