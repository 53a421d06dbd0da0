import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import { now } from '#domain/clock'
import { type AppFrame, type CloseReason, closeReasons, debug_info, readAcknowledgement } from './protocol.ts'

/** Envelopes that one socket may have and not have acknowledged. */
const mostUnanswered = 100
/** Unsent bytes past which a socket is given nothing more. */
const full = 256 * 1024
/** Frames in ten seconds, pings among them, that acknowledge nothing. */
const mostStray = 200
const pingEvery = 10_000
const patience = 30_000
/** How long before its end a socket is warned, and how long after it an app may take to leave. */
const notice = 10_000

/** One socket of an app. It costs nobody else anything, however slow or noisy it is. */
export class AppSocket {
  readonly appId: string
  /** The token that asked for it. */
  readonly tokenHash: string
  /** Envelopes that were given to it and not acknowledged. */
  unanswered = 0
  onAcknowledged: (envelopeId: string, payload: unknown) => boolean = () => false
  /** With the code of the close frame; 1006: there was none. */
  onClosed: (code: number) => void = () => {}
  #socket: WebSocket
  #raw: Socket
  /** Whether the app was told to open another: where there is one, that is given what comes. */
  warned = false
  #leaving = false
  #openedAt = now()
  #stray = 0
  #heardAt = now()
  #pingedAt = now()
  #countedAt = now()

  constructor(owner: { appId: string; tokenHash: string }, socket: WebSocket, raw: Socket) {
    this.appId = owner.appId
    this.tokenHash = owner.tokenHash
    this.#socket = socket
    this.#raw = raw
    socket.on('message', (data, isBinary) => this.#read(data, isBinary))
    socket.on('pong', () => (this.#heardAt = now()))
    socket.on('ping', () => {
      this.#heardAt = now()
      this.#countStray()
    })
    socket.on('error', () => {}) // `close` follows
    socket.on('close', (code) => this.onClosed(code))
  }

  /** Whether it can be given an envelope. */
  get takes(): boolean {
    return this.isOpen && !this.#leaving && this.unanswered < mostUnanswered && this.#raw.writableLength < full
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  send(frame: AppFrame): void {
    if (this.isOpen) this.#socket.send(JSON.stringify(frame))
  }

  /** It is given nothing more; what it has it may still acknowledge. */
  leave(): void {
    this.#leaving = true
  }

  /** Closes, and does not wait for an app that would not. */
  end(reason: CloseReason): void {
    this.#leaving = true
    this.#socket.close(closeReasons[reason], reason)
    setTimeout(() => this.#socket.terminate(), 1000).unref()
  }

  /** Pings, and ends what does not answer or is older than `lifetime`. */
  check(time: number, lifetime: number): void {
    this.#age(this.#openedAt + lifetime - time)
    if (time - this.#countedAt >= 10_000) {
      this.#countedAt = time
      this.#stray = 0
    }
    if (time - this.#pingedAt < pingEvery || !this.isOpen) return
    if (this.#pingedAt - this.#heardAt >= patience) return this.end('consumer_too_slow')
    this.#pingedAt = time
    this.#socket.ping()
  }

  /** [EVT-15] The app hears in time that it has to open another socket. */
  #age(left: number): void {
    if (left <= 0 && !this.#leaving) {
      this.warned = true
      this.#leaving = true
      this.send({ type: 'disconnect', reason: 'refresh_requested', debug_info })
    } else if (left <= notice && !this.warned) {
      this.warned = true
      this.send({ type: 'disconnect', reason: 'warning', debug_info })
    }
    if (left <= -notice && this.isOpen) this.end('refreshed')
  }

  #read(data: RawData, isBinary: boolean): void {
    if (!this.isOpen) return
    this.#heardAt = now()
    const read =
      isBinary || !Buffer.isBuffer(data) ? { wrong: 'not_json' as const } : readAcknowledgement(data.toString())
    if ('wrong' in read) return this.end(read.wrong)
    if (!this.onAcknowledged(read.envelopeId, read.payload)) this.#countStray()
  }

  #countStray(): void {
    if (++this.#stray > mostStray) this.end('too_many_frames')
  }
}
