import { type Attempt, givenUpAttempt, toAttempt } from '#delivery/outbox/attempt'
import { deleteDelivery, lostAcknowledgement, scheduleRetry } from '#delivery/outbox/deliveries'
import type { Delivery } from '#delivery/outbox/dueDeliveries'
import type { ServerNode } from '#domain/nodes/serverNode'
import type { Store } from '#store/db'
import type { UnsentDeliveries } from './unsentDeliveries.ts'

/** The envelope of an attempt, and when it was sent. */
interface Envelope {
  envelopeId: string
  at: number
}

interface Owner {
  store: Store
  node: ServerNode
  unsent: UnsentDeliveries
  onUnexpectedError: (error: unknown) => void
  /** Sends what else the app has to be sent. */
  wakeApp: (appId: string) => void
}

/** Reports what becomes of each attempt at a delivery, and writes it into the outbox. */
export class Outcomes {
  onAttempt: (attempt: Attempt) => void = () => {}
  readonly #owner: Owner

  constructor(owner: Owner) {
    this.#owner = owner
  }

  sent(delivery: Delivery, { envelopeId }: Envelope): void {
    this.onAttempt(toAttempt(delivery, 'sent', { envelope_id: envelopeId }))
  }

  acknowledged(delivery: Delivery, envelope: Envelope): void {
    const { store, unsent } = this.#owner
    if (unsent.faults?.loseAcknowledgement(delivery))
      return this.failed(delivery, envelope, 'timeout', lostAcknowledgement)
    this.#report(delivery, envelope, 'acknowledged')
    this.#update(delivery, (id) => store.write((tx) => deleteDelivery(tx, id)))
  }

  failed(delivery: Delivery, envelope: Envelope, reason: 'timeout' | 'connection_failed', detail: string): void {
    const { store, node } = this.#owner
    this.#report(delivery, envelope, reason, detail)
    this.#update(delivery, async () => {
      const again = await store.write((tx) => scheduleRetry(tx, delivery, reason, node.id))
      if (!again) this.onAttempt(givenUpAttempt(delivery))
    })
  }

  #report(delivery: Delivery, { envelopeId, at }: Envelope, outcome: Attempt['outcome'], detail?: string): void {
    const took_ms = this.#owner.store.db.clock.now() - at
    this.onAttempt(toAttempt(delivery, outcome, { envelope_id: envelopeId, detail, took_ms }))
  }

  #update(delivery: Delivery, change: (eventId: string) => Promise<void>): void {
    const { unsent, onUnexpectedError, wakeApp } = this.#owner
    unsent
      .update(delivery, change)
      .catch(onUnexpectedError)
      .finally(() => wakeApp(delivery.app_id))
  }
}
