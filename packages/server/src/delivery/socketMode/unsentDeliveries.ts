import { type Delivery, listSendableDeliveries } from '#delivery/outbox/dueDeliveries'
import type { DeliveryLeases } from '#delivery/outbox/leases'
import type { EventFaults } from '#domain/faults/eventFaults'
import type { ServerNode } from '#domain/nodes/serverNode'
import type { Store } from '#store/db'
import type { SentDeliveries } from './sentDeliveries.ts'

/** Takes due deliveries that are not on their way, and whose row in the outbox is not being changed. */
export class UnsentDeliveries {
  readonly #store: Store
  readonly #node: ServerNode
  readonly #leases: DeliveryLeases
  readonly #sent: SentDeliveries
  /** In development: what holds deliveries back. */
  faults: EventFaults | undefined
  /** Events whose row is being changed, each with its app, and how many changes are under way. */
  readonly #updating = new Map<string, { appId: string; changes: number }>()
  /** Events that were taken and given to `send`, until their row has been changed. */
  readonly #taken = new Set<string>()
  /** For each take under way: the events whose row was changed meanwhile. */
  readonly #updatedDuringTakes = new Set<Set<string>>()

  constructor(store: Store, node: ServerNode, leases: DeliveryLeases, sent: SentDeliveries) {
    this.#store = store
    this.#node = node
    this.#leases = leases
    this.#sent = sent
  }

  get isUpdating(): boolean {
    return this.#updating.size > 0
  }

  /** Takes so many deliveries of an app, and gives each to `send`. It returns whether that could send it; if not, it goes back. */
  async take(appId: string, limit: number, send: (delivery: Delivery) => boolean): Promise<'more' | 'enough'> {
    // A row that is changed meanwhile may be read as it was before.
    const updated = new Set<string>()
    this.#updatedDuringTakes.add(updated)
    const isUnsent = (delivery: Delivery) => {
      const { event_id: id } = delivery
      return !this.#sent.has(delivery) && !this.#updating.has(id) && !updated.has(id)
    }
    try {
      const most = limit + this.#sent.count(appId) + this.#countUpdating(appId)
      const due = await listSendableDeliveries(this.#store.db, this.faults, appId, most, { node: this.#node.id })
      const unsent = due.filter(isUnsent).slice(0, limit)
      const all = await this.#leases.take(unsent)
      const taken = all.filter(isUnsent)
      for (const delivery of all) if (!isUnsent(delivery)) this.#leases.release(delivery.event_id)
      const left = new Set(taken)
      for (const { event_id: id } of taken) this.#taken.add(id)
      try {
        for (const delivery of taken) {
          if (!send(delivery)) break
          left.delete(delivery)
        }
      } finally {
        // If `send` has thrown, the one that it was given may be on its way.
        const back = [...left].filter(isUnsent)
        for (const { event_id: id } of back) this.#taken.delete(id)
        await this.#leases.giveBack(back)
      }
      return left.size === 0 && taken.length === limit ? 'more' : 'enough'
    } finally {
      this.#updatedDuringTakes.delete(updated)
    }
  }

  #countUpdating(appId: string): number {
    return [...this.#updating.values()].filter((each) => each.appId === appId).length
  }

  /** Changes an event's row. The event is not taken meanwhile. */
  async update({ event_id: id, app_id: appId }: Delivery, change: (eventId: string) => Promise<void>): Promise<void> {
    // An acknowledgement may come while it is written that there was none in time.
    const updating = this.#updating.get(id) ?? { appId, changes: 0 }
    this.#updating.set(id, updating)
    updating.changes++
    try {
      await change(id)
    } finally {
      if (--updating.changes === 0) this.#finishUpdate(id)
      for (const updated of this.#updatedDuringTakes) updated.add(id)
    }
  }

  /** All deliveries are gone, also those that were sent and not acknowledged. */
  forgetSent(): void {
    for (const { delivery } of this.#sent.all())
      if (!this.#updating.has(delivery.event_id)) this.#finishUpdate(delivery.event_id)
    this.#sent.clear()
  }

  #finishUpdate(id: string): void {
    this.#updating.delete(id)
    // One that is acknowledged late may be held by others, or not at all.
    if (this.#taken.delete(id)) this.#leases.release(id)
  }
}
