import type { Delivery } from '#delivery/outbox/deliveries'
import type { AppSocket } from './appSocket.ts'

/** A delivery that was sent over a socket and is not acknowledged. */
export interface SentDelivery {
  delivery: Delivery
  socket: AppSocket
  envelopeId: string
  at: number
}

/** The deliveries on their way, and all envelopes that an app may still acknowledge. */
export class SentDeliveries {
  readonly #byEvent = new Map<string, SentDelivery>()
  /** Includes envelopes whose attempt has failed: an app may acknowledge them late. */
  readonly #envelopes = new Map<string, Pick<SentDelivery, 'delivery' | 'at'>>()

  add(sent: SentDelivery): void {
    this.#byEvent.set(sent.delivery.event_id, sent)
    this.#envelopes.set(sent.envelopeId, { delivery: sent.delivery, at: sent.at })
    sent.socket.unacknowledged++
  }

  remove({ delivery, socket }: SentDelivery): void {
    socket.unacknowledged--
    this.#byEvent.delete(delivery.event_id)
  }

  /** Takes out an envelope of this app and the delivery on its way; undefined if the app has no such envelope. */
  acknowledge(appId: string, envelopeId: string): Pick<SentDelivery, 'delivery' | 'at'> | undefined {
    const envelope = this.#envelopes.get(envelopeId)
    if (!envelope || envelope.delivery.app_id !== appId) return undefined
    this.#envelopes.delete(envelopeId)
    const sent = this.#byEvent.get(envelope.delivery.event_id)
    if (sent) this.remove(sent)
    return envelope
  }

  has(eventId: string): boolean {
    return this.#byEvent.has(eventId)
  }

  get size(): number {
    return this.#byEvent.size
  }

  get all(): Iterable<SentDelivery> {
    return this.#byEvent.values()
  }

  /** The open socket on which a delivery of the same app and channel is on its way. */
  socketWith({ app_id: appId, channel_id: channelId }: Delivery): AppSocket | undefined {
    for (const { delivery, socket } of this.#byEvent.values())
      if (socket.appId === appId && delivery.channel_id === channelId && socket.isOpen) return socket
    return undefined
  }

  /** Forgets envelopes sent before `time`. */
  forgetBefore(time: number): void {
    for (const [id, { at }] of this.#envelopes) if (at <= time) this.#envelopes.delete(id)
  }
}
