import { type Delivery, listDueDeliveries } from '#delivery/outbox/deliveries'
import type { Db } from '#store/db'
import type { SentDeliveries } from './sentDeliveries.ts'

/** Finds due deliveries that are not on their way, and whose row in the outbox is not being changed. */
export class UnsentDeliveries {
  readonly #db: Db
  readonly #sent: SentDeliveries
  /** Events whose row is being changed. */
  readonly #updating = new Set<string>()
  /** For each read under way: the events whose row was changed meanwhile. */
  readonly #updatedDuringReads = new Set<Set<string>>()

  constructor(db: Db, sent: SentDeliveries) {
    this.#db = db
    this.#sent = sent
  }

  get isUpdating(): boolean {
    return this.#updating.size > 0
  }

  async list(appId: string, limit: number): Promise<Delivery[]> {
    // A row that is changed during the read may be read as it was before.
    const updated = new Set<string>()
    this.#updatedDuringReads.add(updated)
    try {
      const due = await listDueDeliveries(this.#db, appId, limit + this.#sent.size + this.#updating.size)
      const unsent = due.filter(
        ({ event_id: id }) => !this.#sent.has(id) && !this.#updating.has(id) && !updated.has(id),
      )
      return unsent.slice(0, limit)
    } finally {
      this.#updatedDuringReads.delete(updated)
    }
  }

  /** Changes an event's row. The event is not listed meanwhile. */
  async update({ event_id: id }: Delivery, change: (eventId: string) => Promise<void>): Promise<void> {
    this.#updating.add(id)
    try {
      await change(id)
    } finally {
      this.#updating.delete(id)
      for (const updated of this.#updatedDuringReads) updated.add(id)
    }
  }
}
