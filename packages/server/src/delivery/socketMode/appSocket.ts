import { randomBytes, randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import type { TicketOwner } from '#domain/apps/socketTickets'
import type { Clock } from '#store/clock'
import { type AppFrame, type CloseReason, closeReasons, debug_info, readAcknowledgement } from './protocol.ts'

/** How many envelopes may be unacknowledged on one socket. */
const maxUnacknowledged = 100
/** A socket with more unsent bytes than this is sent no envelopes. */
const maxUnsentBytes = 256 * 1024
/** How many frames that acknowledge nothing and answer no ping an app may send in ten seconds, pings included. */
const maxStrayFrames = 200
const pingIntervalMs = 10_000
const pongTimeoutMs = 30_000
/** How long before its end a socket is warned, and how long after its end it stays open. */
const warningMs = 10_000

/** One socket of an app. However slow or noisy it is, it does not hold up others. */
export class AppSocket {
  readonly id = randomUUID()
  readonly appId: string
  /** The hash of the token that opened it. */
  readonly tokenHash: string
  /** How many envelopes were sent on it and not acknowledged. */
  unacknowledged = 0
  /** Returns false if the app has no such envelope. */
  onAcknowledged: (envelopeId: string, payload: unknown) => boolean = () => false
  /** Called with the code of the close frame, or 1006 if there was none. */
  onClosed: (code: number) => void = () => {}
  #socket: WebSocket
  #raw: Socket
  /** Whether its app was installed somewhere while it was open, and is not any more. */
  wasInstalled: boolean
  isUninstalled = false
  /** Whether the app was told to open another socket, which is then preferred. */
  isWarned = false
  /** Whether it is sent nothing more, for a test. */
  isSilent = false
  #isLeaving = false
  #openedAt: number
  #strayFrames = 0
  /** When something came that only an app sends that reads what it is sent. */
  #readAt: number
  /** What the next ping carries, the same until it is answered. */
  #ping = randomBytes(8)
  #pingedAt: number
  #countedAt: number
  #clock: Clock

  constructor(owner: TicketOwner, socket: WebSocket, raw: Socket, clock: Clock) {
    this.#clock = clock
    this.#openedAt = this.#readAt = this.#pingedAt = this.#countedAt = clock.now()
    this.appId = owner.appId
    this.tokenHash = owner.tokenHash
    this.wasInstalled = owner.isInstalled
    this.#socket = socket
    this.#raw = raw
    socket.on('message', (data, isBinary) => this.#read(data, isBinary))
    socket.on('pong', (payload: Buffer) => {
      if (!payload.equals(this.#ping)) return this.#countStray()
      this.#ping = randomBytes(8)
      this.#readAt = this.#clock.now()
    })
    socket.on('ping', () => this.#countStray())
    socket.on('error', () => {}) // `close` follows
    socket.on('close', (code) => this.onClosed(code))
  }

  /** Whether it can be sent an envelope now. */
  get acceptsEnvelopes(): boolean {
    return (
      this.isOpen &&
      !this.#isLeaving &&
      this.unacknowledged < maxUnacknowledged &&
      this.#raw.writableLength < maxUnsentBytes
    )
  }

  /** How many envelopes it can be sent now. */
  get room(): number {
    return this.acceptsEnvelopes ? maxUnacknowledged - this.unacknowledged : 0
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  send(frame: AppFrame): void {
    if (this.isOpen && !this.isSilent) this.#socket.send(JSON.stringify(frame))
  }

  /** Sends no more envelopes. The app may still acknowledge those it has. */
  stopAccepting(): void {
    this.#isLeaving = true
  }

  /** Ends the connection without a close frame. */
  terminate(): void {
    this.#socket.terminate()
  }

  /** The app is sent nothing more, not even pings, and cannot know it: envelopes are lost. */
  silence(): void {
    this.isSilent = true
  }

  /** Closes the socket, by force after a second if the app does not answer. */
  disconnect(reason: CloseReason): void {
    this.#isLeaving = true
    this.#socket.close(closeReasons[reason], reason)
    setTimeout(() => this.#socket.terminate(), 1000).unref()
  }

  /** Pings the app. Closes the socket if the app does not answer or the socket is older than `lifetimeMs`. */
  check(time: number, lifetimeMs: number): void {
    if (this.isSilent) return
    this.#checkAge(this.#openedAt + lifetimeMs - time)
    if (time - this.#countedAt >= 10_000) {
      this.#countedAt = time
      this.#strayFrames = 0
    }
    if (time - this.#pingedAt < pingIntervalMs || !this.isOpen) return
    if (this.#pingedAt - this.#readAt >= pongTimeoutMs) return this.disconnect('consumer_too_slow')
    this.#pingedAt = time
    this.#socket.ping(this.#ping)
  }

  /** [EVT-15] Tells the app in time to open another socket. */
  #checkAge(leftMs: number): void {
    if (leftMs <= 0 && !this.#isLeaving) {
      this.isWarned = true
      this.#isLeaving = true
      this.send({ type: 'disconnect', reason: 'refresh_requested', debug_info })
    } else if (leftMs <= warningMs && !this.isWarned) {
      this.isWarned = true
      this.send({ type: 'disconnect', reason: 'warning', debug_info })
    }
    if (leftMs <= -warningMs && this.isOpen) this.disconnect('refreshed')
  }

  #read(data: RawData, isBinary: boolean): void {
    if (!this.isOpen) return
    const read =
      isBinary || !Buffer.isBuffer(data) ? { wrong: 'not_json' as const } : readAcknowledgement(data.toString())
    if ('wrong' in read) return this.disconnect(read.wrong)
    if (this.onAcknowledged(read.envelopeId, read.payload)) this.#readAt = this.#clock.now()
    else this.#countStray()
  }

  #countStray(): void {
    if (++this.#strayFrames > maxStrayFrames) this.disconnect('too_many_frames')
  }
}
