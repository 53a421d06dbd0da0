import type { Delivery } from '#delivery/outbox/dueDeliveries'
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
  /** By app, and then by event. */
  readonly #byApp = new Map<string, Map<string, SentDelivery>>()
  /** Includes envelopes whose attempt has failed: an app may acknowledge them late. */
  readonly #envelopes = new Map<string, Pick<SentDelivery, 'delivery' | 'at'>>()
  /** In development: the journal shows what was acknowledged late. Otherwise only its ids are needed, and its event may be long. */
  keepsEvents = false

  add(sent: SentDelivery): void {
    const { app_id: appId, event_id: eventId } = sent.delivery
    const ofApp = this.#byApp.get(appId) ?? new Map<string, SentDelivery>()
    this.#byApp.set(appId, ofApp.set(eventId, sent))
    this.#envelopes.set(sent.envelopeId, { delivery: sent.delivery, at: sent.at })
    sent.socket.unacknowledged++
  }

  /** Takes out a delivery whose attempt has ended. If it has failed, its envelope may still be acknowledged. */
  remove({ delivery, socket, envelopeId }: SentDelivery): void {
    socket.unacknowledged--
    const envelope = this.#envelopes.get(envelopeId)
    if (envelope && !this.keepsEvents) envelope.delivery = { ...delivery, event: {} }
    const ofApp = this.#byApp.get(delivery.app_id)
    ofApp?.delete(delivery.event_id)
    if (ofApp?.size === 0) this.#byApp.delete(delivery.app_id)
  }

  /** Takes out an envelope of this app and the delivery on its way; undefined if the app has no such envelope. */
  acknowledge(appId: string, envelopeId: string): Pick<SentDelivery, 'delivery' | 'at'> | undefined {
    const envelope = this.#envelopes.get(envelopeId)
    if (!envelope || envelope.delivery.app_id !== appId) return undefined
    this.#envelopes.delete(envelopeId)
    const sent = this.#byApp.get(appId)?.get(envelope.delivery.event_id)
    if (sent) this.remove(sent)
    return envelope
  }

  has({ app_id: appId, event_id: eventId }: Delivery): boolean {
    return this.#byApp.get(appId)?.has(eventId) === true
  }

  /** How many deliveries of an app are on their way. */
  count(appId: string): number {
    return this.#byApp.get(appId)?.size ?? 0
  }

  /** All that are on their way. They may be removed meanwhile. */
  *all(): Iterable<SentDelivery> {
    for (const ofApp of this.#byApp.values()) yield* ofApp.values()
  }

  /** The open socket on which a delivery of the same app and channel is on its way. */
  socketWith({ app_id: appId, channel_id: channelId }: Delivery): AppSocket | undefined {
    for (const { delivery, socket } of this.#byApp.get(appId)?.values() ?? [])
      if (delivery.channel_id === channelId && socket.isOpen) return socket
    return undefined
  }

  /** Forgets all, also what is on its way. */
  clear(): void {
    for (const { socket } of this.all()) socket.unacknowledged--
    this.#byApp.clear()
    this.#envelopes.clear()
  }

  /** Forgets envelopes sent before `time`. */
  forgetBefore(time: number): void {
    for (const [id, { at }] of this.#envelopes) if (at <= time) this.#envelopes.delete(id)
  }
}
