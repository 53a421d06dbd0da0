import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { now } from '#domain/clock'
import type { Store } from '#store/db'
import { AppSocket } from './appSocket.ts'
import { type Attempt, attemptAt, givenUp } from '#delivery/outbox/attempt'
import { callbackOf, type Delivery, dropOld, dueFor, failed, keepWaiting, settle } from '#delivery/outbox/deliveries'
import { SocketQuestions, type SocketReply } from './requests.ts'
import { debug_info } from './protocol.ts'
import { validTokens } from '#delivery/outbox/validTokens'

/** [EVT-7] Sockets that one app may have. */
const mostSockets = 10
/** [EVT-6] How long an app may take to acknowledge, milliseconds. */
const ackWithin = 3000
/** How long an envelope that was given up may still be acknowledged. */
const lateWithin = 600_000
const tick = 250

interface Asking {
  payload: Record<string, unknown>
  /** Whether the app may say something with its acknowledgement. */
  accepts: boolean
}

/** An event that a socket has and has not acknowledged. */
interface Sent {
  delivery: Delivery
  socket: AppSocket
  envelopeId: string
  at: number
}

/** Brings apps what is written down for them, over the sockets that they open. */
export class SocketMode {
  onAttempt: (attempt: Attempt) => void = () => {}
  readonly #store: Store
  readonly #lifetime: number
  readonly #onDefect: (defect: unknown) => void
  readonly #sockets = new Map<string, Set<AppSocket>>()
  /** By event. */
  readonly #sent = new Map<string, Sent>()
  /** Events whose row is being changed. */
  readonly #settling = new Set<string>()
  /** Of each read that goes on: the events that were settled meanwhile. */
  readonly #reading = new Set<Set<string>>()
  readonly #questions = new SocketQuestions()
  readonly #envelopes = new Map<string, { delivery: Delivery; at: number }>()
  /** Apps that are being sent to; true: once more after that. */
  readonly #running = new Map<string, boolean>()
  readonly #ticking: NodeJS.Timeout
  #housekeptAt = 0
  #draining = false

  /** `lifetime`: milliseconds after which a socket gives way to another. */
  constructor(store: Store, lifetime: number, onDefect: (defect: unknown) => void) {
    this.#store = store
    this.#lifetime = lifetime
    this.#onDefect = onDefect
    this.#ticking = setInterval(() => this.#tick(), tick).unref()
  }

  async start(): Promise<void> {
    await this.#store.write(keepWaiting)
  }

  /** A socket of an app, from its first moment. */
  enter(owner: { appId: string; tokenHash: string }, webSocket: WebSocket, raw: Socket): void {
    const socket = new AppSocket(owner, webSocket, raw)
    const { appId } = owner
    const others = this.#sockets.get(appId) ?? new Set()
    if (this.#draining) return this.#turnAway(socket, 'refresh_requested', 'restarting')
    if (others.size >= mostSockets) return this.#turnAway(socket, 'too_many_websockets', 'too_many_websockets')
    this.#sockets.set(appId, others.add(socket))
    socket.onAcknowledged = (envelopeId, payload) =>
      this.#questions.acknowledge(appId, envelopeId, payload) || this.#acknowledge(appId, envelopeId)
    socket.onClosed = (code) => this.#left(socket, code)
    const num_connections = others.size
    const about = { ...debug_info, approximate_connection_time: Math.round(this.#lifetime / 1000) }
    socket.send({ type: 'hello', num_connections, debug_info: about, connection_info: { app_id: appId } })
    this.#wake(appId)
  }

  /** Sends what a person waits for over one of the app's sockets; undefined where none takes it. */
  ask(
    { appId, ...question }: { appId: string; type: 'interactive' | 'slash_commands' } & Asking,
    signal: AbortSignal,
  ): { envelopeId: string; reply: Promise<SocketReply> } | undefined {
    const socket = this.#choose(appId)
    return socket && this.#questions.ask(socket, question, signal)
  }

  /** Says that the server goes down, waits a moment for what is on its way, and closes. */
  async drain(): Promise<void> {
    this.#draining = true
    const open = this.#open()
    for (const socket of open) {
      socket.leave()
      socket.send({ type: 'disconnect', reason: 'warning', debug_info })
    }
    const until = Date.now() + 1000
    while (Date.now() < until && open.some((socket) => socket.isOpen && socket.unanswered > 0))
      await new Promise((done) => setTimeout(done, 20))
    clearInterval(this.#ticking)
    for (const socket of open) this.#turnAway(socket, 'refresh_requested', 'restarting')
    while (this.#settling.size > 0 || this.#running.size > 0) await new Promise((done) => setTimeout(done, 10))
  }

  #turnAway(
    socket: AppSocket,
    reason: 'refresh_requested' | 'too_many_websockets' | 'link_disabled',
    close: 'restarting' | 'too_many_websockets' | 'link_disabled',
  ): void {
    socket.send({ type: 'disconnect', reason, debug_info })
    socket.end(close)
  }

  #open(): AppSocket[] {
    return [...this.#sockets.values()].flatMap((sockets) => [...sockets])
  }

  #left(socket: AppSocket, code: number): void {
    const sockets = this.#sockets.get(socket.appId)
    sockets?.delete(socket)
    if (sockets?.size === 0) this.#sockets.delete(socket.appId)
    this.#questions.left(socket)
    if (this.#draining) return // it is due as it was when the server is back
    const detail = code === 1006 ? 'The socket broke off, without a close frame.' : `The socket closed with ${code}.`
    for (const sent of this.#sent.values()) if (sent.socket === socket) this.#fail(sent, 'connection_failed', detail)
  }

  /** There may be something to send. */
  wake(): void {
    for (const appId of this.#sockets.keys()) this.#wake(appId)
  }

  #wake(appId: string): void {
    if (this.#running.has(appId)) {
      this.#running.set(appId, true)
      return
    }
    this.#running.set(appId, false)
    void this.#deliver(appId)
      .catch(this.#onDefect)
      .finally(() => {
        const again = this.#running.get(appId)
        this.#running.delete(appId)
        if (again) this.#wake(appId)
      })
  }

  async #deliver(appId: string): Promise<void> {
    for (;;) {
      if (!this.#choose(appId)) return
      const fresh = await this.#unsent(appId, 100)
      for (const delivery of fresh) {
        const socket = this.#choose(appId, delivery)
        if (!socket) return
        this.#send(delivery, socket)
      }
      if (fresh.length < 100) return
    }
  }

  async #unsent(appId: string, limit: number): Promise<Delivery[]> {
    // What is settled while this is read may be read as it was before.
    const settled = new Set<string>()
    this.#reading.add(settled)
    try {
      const due = await dueFor(this.#store.db, appId, limit + this.#sent.size + this.#settling.size)
      const fresh = due.filter(({ event_id: id }) => !this.#sent.has(id) && !this.#settling.has(id) && !settled.has(id))
      return fresh.slice(0, limit)
    } finally {
      this.#reading.delete(settled)
    }
  }

  /** [EVT-7] The one that has least to do; within a conversation the one that has what came before. */
  #choose(appId: string, delivery?: Delivery): AppSocket | undefined {
    if (this.#draining) return undefined
    if (delivery)
      for (const { delivery: before, socket } of this.#sent.values())
        if (socket.appId === appId && before.channel_id === delivery.channel_id && socket.isOpen)
          return socket.takes ? socket : undefined
    const free = [...(this.#sockets.get(appId) ?? [])].filter((socket) => socket.takes)
    return free.toSorted(
      (one, other) => Number(one.warned) - Number(other.warned) || one.unanswered - other.unanswered,
    )[0]
  }

  #send(delivery: Delivery, socket: AppSocket): void {
    const envelopeId = randomUUID()
    const at = now()
    const sent = { delivery, socket, envelopeId, at }
    this.#sent.set(delivery.event_id, sent)
    this.#envelopes.set(envelopeId, { delivery, at })
    socket.unanswered++
    socket.send({
      envelope_id: envelopeId,
      payload: callbackOf(delivery),
      type: 'events_api',
      accepts_response_payload: false,
      retry_attempt: delivery.attempt,
      retry_reason: delivery.reason,
    })
    this.#tell(delivery, 'sent', sent)
  }

  /** Whether it was one of the app's that waits for it. An envelope that was given up may be acknowledged late. */
  #acknowledge(appId: string, envelopeId: string): boolean {
    const known = this.#envelopes.get(envelopeId)
    if (!known || known.delivery.app_id !== appId) return false
    const { delivery, at } = known
    this.#envelopes.delete(envelopeId)
    const sent = this.#sent.get(delivery.event_id)
    if (sent) this.#forget(sent)
    this.#tell(delivery, 'acknowledged', { envelopeId, at })
    this.#change(delivery, (id) => this.#store.write((tx) => settle(tx, id)))
    return true
  }

  #fail(sent: Sent, reason: 'timeout' | 'connection_failed', detail: string): void {
    const { delivery } = sent
    this.#forget(sent)
    this.#tell(delivery, reason, sent, detail)
    this.#change(delivery, async () => {
      const again = await this.#store.write((tx) => failed(tx, delivery, reason))
      if (!again) this.onAttempt(givenUp(delivery))
    })
  }

  #forget({ delivery, socket }: Sent): void {
    socket.unanswered--
    this.#sent.delete(delivery.event_id)
  }

  /** Until its row is changed, the event is not sent. */
  #change({ event_id: id, app_id: appId }: Delivery, change: (id: string) => Promise<void>): void {
    this.#settling.add(id)
    change(id)
      .catch(this.#onDefect)
      .finally(() => {
        this.#settling.delete(id)
        for (const settled of this.#reading) settled.add(id)
        this.#wake(appId)
      })
  }

  #tell(
    delivery: Delivery,
    outcome: Attempt['outcome'],
    { at, envelopeId: envelope_id }: { envelopeId: string; at: number },
    detail?: string,
  ): void {
    this.onAttempt(attemptAt(delivery, outcome, { at, envelope_id, detail }))
  }

  #tick(): void {
    const time = now()
    for (const sent of this.#sent.values())
      if (time - sent.at >= ackWithin) this.#fail(sent, 'timeout', `Not acknowledged within ${ackWithin} ms.`)
    for (const socket of this.#open()) socket.check(time, this.#lifetime)
    this.wake()
    if (time - this.#housekeptAt < 1000) return
    this.#housekeptAt = time
    this.#housekeep(time).catch(this.#onDefect)
  }

  async #housekeep(time: number): Promise<void> {
    for (const [id, { at }] of this.#envelopes) if (time - at >= lateWithin) this.#envelopes.delete(id)
    const sockets = this.#open()
    if (sockets.length === 0) return
    const valid = await validTokens(this.#store.db, sockets)
    for (const socket of sockets)
      if (!valid.has(socket.tokenHash)) this.#turnAway(socket, 'link_disabled', 'link_disabled')
  }

  /** Takes away what nobody came for. */
  async sweep(): Promise<void> {
    await this.#store.write(dropOld)
  }
}
