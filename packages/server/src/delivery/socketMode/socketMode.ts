import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { EventFaults } from '#domain/faults/eventFaults'
import type { TicketOwner } from '#domain/apps/socketTickets'
import type { ServerNode } from '#domain/nodes/serverNode'
import type { Clock } from '#store/clock'
import type { Store } from '#store/db'
import { AppSocket } from './appSocket.ts'
import type { AppSockets } from './appSockets.ts'
import { type SentDelivery, SentDeliveries } from './sentDeliveries.ts'
import type { DeliveryLeases } from '#delivery/outbox/leases'
import { PerAppQueue } from '#delivery/outbox/perAppQueue'
import type { Attempt } from '#delivery/outbox/attempt'
import { toEventPayload } from '#delivery/outbox/eventPayload'
import { listAppsWithDueDeliveries, type Delivery } from '#delivery/outbox/dueDeliveries'
import { Outcomes } from './outcomes.ts'
import { type SocketReply, type SocketRequest, SocketRequests } from './requests.ts'
import { debug_info } from './protocol.ts'
import { listInvalidSockets } from './invalidSockets.ts'
import { UnsentDeliveries } from './unsentDeliveries.ts'

/** [EVT-6] How long an app may take to acknowledge. */
const ackTimeoutMs = 3000
/** How long after sending an envelope may still be acknowledged, though its attempt has failed. */
const lateAckMs = 600_000
const tickMs = 250
/** How many deliveries are taken at once. */
const maxTaken = 100
/** After how many ticks it is looked whether the tokens of the sockets are still valid. */
const ticksBetweenChecks = 2
/** The id under which all apps are looked at; no app has it. */
const allApps = ''

/** Sends apps their deliveries over the sockets that they open. */
export class SocketMode {
  readonly #store: Store
  readonly #clock: Clock
  readonly #lifetimeMs: number
  readonly #onUnexpectedError: (error: unknown) => void
  readonly #sockets: AppSockets
  readonly #sent = new SentDeliveries()
  readonly #unsent: UnsentDeliveries
  readonly #outcomes: Outcomes
  readonly #requests = new SocketRequests()
  readonly #runs = new PerAppQueue()
  #ticker: NodeJS.Timeout | undefined
  #ticks = 0
  #isStopping = false

  /** `lifetimeMs`: the age at which a socket has to be replaced by another. */
  constructor(
    store: Store,
    node: ServerNode,
    leases: DeliveryLeases,
    sockets: AppSockets,
    lifetimeMs: number,
    onUnexpectedError: (error: unknown) => void,
  ) {
    this.#store = store
    this.#sockets = sockets
    this.#unsent = new UnsentDeliveries(store, node, leases, this.#sent)
    this.#clock = store.db.clock
    this.#lifetimeMs = lifetimeMs
    this.#onUnexpectedError = onUnexpectedError
    const wakeApp = (appId: string) => this.#wakeApp(appId)
    this.#outcomes = new Outcomes({ store, node, unsent: this.#unsent, onUnexpectedError, wakeApp })
  }

  /** Called with each attempt, and what becomes of it. */
  set onAttempt(listener: (attempt: Attempt) => void) {
    this.#outcomes.onAttempt = listener
    this.#sent.keepsEvents = true
  }

  /** In development: the faults that deliveries meet. */
  set faults(faults: EventFaults) {
    this.#unsent.faults = faults
  }

  start(): void {
    this.#ticker = setInterval(() => this.#tick(), tickMs).unref()
  }

  /** Serves a socket of an app until it closes. */
  addSocket(owner: TicketOwner, webSocket: WebSocket, raw: Socket): void {
    const socket = new AppSocket(owner, webSocket, raw, this.#clock)
    socket.onClosed = (code) => this.#removeSocket(socket, code)
    this.#admit(socket).catch(this.#onUnexpectedError)
  }

  async #admit(socket: AppSocket): Promise<void> {
    const { appId } = socket
    const num_connections = await this.#sockets.admit(socket)
    if (this.#isStopping) return this.#closeSocket(socket, 'refresh_requested', 'restarting')
    if (num_connections === undefined) return this.#closeSocket(socket, 'too_many_websockets', 'too_many_websockets')
    socket.onAcknowledged = (envelopeId, payload) =>
      this.#requests.acknowledge(appId, envelopeId, payload) || this.#acknowledge(appId, envelopeId)
    const info = { ...debug_info, approximate_connection_time: Math.round(this.#lifetimeMs / 1000) }
    socket.send({ type: 'hello', num_connections, debug_info: info, connection_info: { app_id: appId } })
    this.#wakeApp(appId)
  }

  /** The apps with a socket that can take an envelope now. */
  get reachableApps(): string[] {
    return [...this.#sockets.appIds].filter((appId) => this.#room(appId) > 0)
  }

  /** Sends a request that a person waits for; undefined if no socket can take it, or another process has a better one. */
  send(
    { appId, ...request }: { appId: string } & SocketRequest,
    signal: AbortSignal,
    isLastResort = false,
  ): { envelopeId: string; reply: Promise<SocketReply> } | undefined {
    if (this.#sockets.isLeaving(appId) && !isLastResort) return undefined
    const socket = this.#chooseSocket(appId)
    return socket && this.#requests.send(socket, request, signal)
  }

  /** Warns the apps, waits up to a second for acknowledgements, and closes their sockets. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const open = this.#sockets.all
    for (const socket of open) {
      socket.stopAccepting()
      socket.send({ type: 'disconnect', reason: 'warning', debug_info })
    }
    const until = Date.now() + 1000
    while (Date.now() < until && open.some((socket) => socket.isOpen && socket.unacknowledged > 0))
      await new Promise((done) => setTimeout(done, 20))
    clearInterval(this.#ticker)
    for (const socket of open) this.#closeSocket(socket, 'refresh_requested', 'restarting')
    while (this.#unsent.isUpdating || !this.#runs.isIdle) await new Promise((done) => setTimeout(done, 10))
  }

  #closeSocket(
    socket: AppSocket,
    reason: 'refresh_requested' | 'too_many_websockets' | 'link_disabled',
    close: 'restarting' | 'too_many_websockets' | 'link_disabled',
  ): void {
    socket.send({ type: 'disconnect', reason, debug_info })
    socket.disconnect(close)
  }

  #removeSocket(socket: AppSocket, code: number): void {
    this.#sockets.remove(socket)
    this.#requests.onSocketClosed(socket)
    if (this.#isStopping) return // what was sent is still due when the server is back
    const detail = code === 1006 ? 'The socket broke off without a close frame.' : `The socket closed with ${code}.`
    for (const sent of this.#sent.all()) if (sent.socket === socket) this.#fail(sent, 'connection_failed', detail)
  }

  /** Looks for deliveries to send. It asks once for all apps, because most have none. */
  wake(): void {
    this.#run(allApps, () => this.#look())
  }

  async #look(): Promise<void> {
    for (const appId of await listAppsWithDueDeliveries(this.#store.db, this.reachableApps)) this.#wakeApp(appId)
  }

  #wakeApp(appId: string): void {
    this.#run(appId, () => this.#deliver(appId))
  }

  #run(appId: string, work: () => Promise<void>): void {
    this.#runs.run(appId, work, () => this.#run(appId, work)).catch(this.#onUnexpectedError)
  }

  async #deliver(appId: string): Promise<void> {
    for (let room = this.#room(appId); room > 0; room = this.#room(appId)) {
      const found = await this.#unsent.take(appId, Math.min(room, maxTaken), (delivery) => {
        const socket = this.#chooseSocket(appId, delivery)
        if (socket) this.#send(delivery, socket)
        return socket !== undefined
      })
      if (found === 'enough') return
    }
  }

  /** How many deliveries the app's sockets can take. */
  #room(appId: string): number {
    return this.#isStopping ? 0 : this.#sockets.room(appId)
  }

  /** [EVT-7] The socket with the least to do, or the one on which an earlier delivery of the channel is on its way. */
  #chooseSocket(appId: string, delivery?: Delivery): AppSocket | undefined {
    if (this.#isStopping) return undefined
    const inUse = delivery && this.#sent.socketWith(delivery)
    if (inUse) return inUse.acceptsEnvelopes ? inUse : undefined
    return this.#sockets.leastBusy(appId)
  }

  #send(delivery: Delivery, socket: AppSocket): void {
    const envelopeId = randomUUID()
    const at = this.#clock.now()
    const sent = { delivery, socket, envelopeId, at }
    this.#sent.add(sent)
    socket.send({
      envelope_id: envelopeId,
      payload: toEventPayload(delivery),
      type: 'events_api',
      accepts_response_payload: false,
      retry_attempt: delivery.attempt,
      retry_reason: delivery.reason,
    })
    this.#outcomes.sent(delivery, sent)
  }

  /** Whether this is an envelope of the app. It may acknowledge one late, after the attempt failed. */
  #acknowledge(appId: string, envelopeId: string): boolean {
    const envelope = this.#sent.acknowledge(appId, envelopeId)
    if (envelope) this.#outcomes.acknowledged(envelope.delivery, { envelopeId, at: envelope.at })
    return envelope !== undefined
  }

  #fail(sent: SentDelivery, reason: 'timeout' | 'connection_failed', detail: string): void {
    this.#sent.remove(sent)
    this.#outcomes.failed(sent.delivery, sent, reason, detail)
  }

  /** For a reset, which has deleted all deliveries: no acknowledgement is awaited any more. */
  forgetSent(): void {
    this.#unsent.forgetSent()
  }

  #tick(): void {
    const time = this.#clock.now()
    for (const sent of this.#sent.all())
      if (time - sent.at >= ackTimeoutMs) this.#fail(sent, 'timeout', `Not acknowledged within ${ackTimeoutMs} ms.`)
    for (const socket of this.#sockets.all) socket.check(time, this.#lifetimeMs)
    this.wake()
    if (++this.#ticks % ticksBetweenChecks !== 0) return
    this.#sent.forgetBefore(time - lateAckMs)
    this.closeInvalid().catch(this.#onUnexpectedError)
    this.#sockets.lookElsewhere().catch(this.#onUnexpectedError)
  }

  /** Closes the sockets whose token is not valid any more. */
  async closeInvalid(): Promise<void> {
    for (const { socket, hasMoved } of await listInvalidSockets(this.#store.db, this.#sockets.all))
      if (hasMoved) this.#closeSocket(socket, 'refresh_requested', 'restarting')
      else this.#closeSocket(socket, 'link_disabled', 'link_disabled')
  }
}
