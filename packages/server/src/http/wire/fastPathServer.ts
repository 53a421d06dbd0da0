import { Server, type ServerOptions, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer, Exchange } from './exchange.ts'
import { type FastPathCall, parseFastPathCall } from './fastPathCall.ts'

/** How long a connection may stay idle, in milliseconds: before its first call, and between calls. */
interface IdleTimeouts {
  headersTimeout: number
  keepAliveTimeout: number
}

type ServeCall = (exchange: Exchange, name: string) => void

/**
 * An HTTP server with a fast path for calls of the Web API: a POST that arrives in one piece. Node creates two streams
 * and a dozen objects for each call, which costs more than the whole work of an append. At the first bytes that are not
 * a fast path call, Node takes the connection over for the rest of its life.
 */
export class FastPathServer extends Server {
  readonly #connections = new Set<Connection>()
  readonly #date = new DateHeader()
  #clock: NodeJS.Timeout | undefined

  constructor(options: ServerOptions & IdleTimeouts, serve: ServeCall) {
    super(options)
    const keepAliveLines = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(options.keepAliveTimeout / 1000)}\r\n`
    const nodeListeners = this.listeners('connection')
    this.removeAllListeners('connection')
    this.on('connection', (socket: Socket) => {
      const connection = new Connection(socket, serve, {
        keepAliveLines,
        date: this.#date,
        isClosing: () => !this.listening,
        remove: () => this.#connections.delete(connection),
        handToNode: () => {
          for (const listener of nodeListeners) listener.call(this, socket)
        },
      })
      this.#connections.add(connection)
      // One timer for all connections: a timer of each would be reset at every read and write, a tenth of a call's cost.
      this.#clock ??= setInterval(() => this.#sweep(options), options.headersTimeout / sweepsPerHeadersTimeout).unref()
    })
    this.on('close', () => {
      clearInterval(this.#clock)
      this.#clock = undefined
    })
  }

  /** Closes connections that have been idle too long. */
  #sweep({ headersTimeout, keepAliveTimeout }: IdleTimeouts): void {
    for (const connection of this.#connections) {
      const timeout = connection.hasServed ? keepAliveTimeout : headersTimeout
      if (++connection.idleSweeps > (timeout / headersTimeout) * sweepsPerHeadersTimeout && !connection.isBusy)
        connection.destroy()
    }
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections()
    for (const connection of this.#connections) if (!connection.isBusy) connection.destroy()
  }

  override closeAllConnections(): void {
    super.closeAllConnections()
    for (const connection of this.#connections) connection.destroy()
  }
}

/** How many sweeps there are in the time within which a first call has to arrive. */
const sweepsPerHeadersTimeout = 10

interface ConnectionOwner {
  /** The header lines of an answer after which the connection stays open. */
  readonly keepAliveLines: string
  readonly date: DateHeader
  isClosing(): boolean
  remove(): void
  handToNode(): void
}

/** A connection that has carried nothing but fast path calls so far. It is the exchange of one call after the other. */
class Connection implements Exchange {
  readonly method = 'POST'
  readonly address: string
  /** A call waits for its answer, or an answer waits to be read. */
  isBusy = false
  /** There has been at least one call. */
  hasServed = false
  /** How many sweeps have passed since the last call. */
  idleSweeps = 0
  readonly #socket: Socket
  readonly #serve: ServeCall
  readonly #owner: ConnectionOwner
  #call: FastPathCall | undefined
  /** The client sends nothing more. */
  #clientEnded = false

  constructor(socket: Socket, serve: ServeCall, owner: ConnectionOwner) {
    this.#socket = socket
    this.#serve = serve
    this.#owner = owner
    this.address = socket.remoteAddress ?? ''
    socket.on('data', this.#onData).on('end', this.#onEnd).on('drain', this.#onDrain)
    socket.on('error', this.#onError).on('close', this.#onClose)
  }

  get headers() {
    return this.#call?.headers ?? {}
  }

  body(): Buffer {
    return this.#call?.body ?? Buffer.alloc(0)
  }

  answer({ status, head, requestId, retryAfter, body, close }: Answer): void {
    const socket = this.#socket
    if (!this.#call || socket.destroyed) return
    this.#call = undefined
    const length = Buffer.byteLength(body)
    const isLast = close || this.#clientEnded
    const retryLine = retryAfter === undefined ? '' : `retry-after: ${retryAfter}\r\n`
    const connectionLines = isLast ? 'connection: close\r\n' : this.#owner.keepAliveLines
    const lines =
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.lines}x-request-id: ${requestId}\r\n${retryLine}` +
      `content-length: ${length}\r\ndate: ${this.#owner.date.now()}\r\n${connectionLines}\r\n`
    const isFlushed = length === body.length ? socket.write(lines + body, 'latin1') : this.#writeBoth(lines, body)
    if (isLast) socket.destroySoon()
    else if (isFlushed) this.#waitForNextCall()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** The head has one byte a character; the body may have more. */
  #writeBoth(lines: string, body: string): boolean {
    this.#socket.cork()
    this.#socket.write(lines, 'latin1')
    const isFlushed = this.#socket.write(body)
    this.#socket.uncork()
    return isFlushed
  }

  #waitForNextCall(): void {
    this.isBusy = false
    if (this.#owner.isClosing()) return this.#socket.destroySoon()
    this.idleSweeps = 0
    if (this.#socket.isPaused()) this.#socket.resume()
  }

  readonly #onData = (piece: Buffer): void => {
    const socket = this.#socket
    // The next call is read once this one is answered and its answer is on its way.
    if (this.isBusy) return socket.pause().unshift(piece)
    const call = parseFastPathCall(piece)
    if (!call) return this.#handOver(piece)
    this.isBusy = this.hasServed = true
    this.#call = call
    this.#serve(this, call.name)
  }

  #handOver(piece: Buffer): void {
    const socket = this.#socket
    socket.off('data', this.#onData).off('end', this.#onEnd).off('drain', this.#onDrain)
    socket.off('error', this.#onError).off('close', this.#onClose)
    socket.pause().unshift(piece)
    this.#owner.remove()
    this.#owner.handToNode()
    socket.resume()
  }

  readonly #onEnd = (): void => {
    this.#clientEnded = true
    if (!this.#call) this.#socket.destroySoon()
  }

  readonly #onDrain = (): void => {
    if (!this.#call) this.#waitForNextCall()
  }

  readonly #onError = (): void => {
    this.#socket.destroy()
  }

  readonly #onClose = (): void => {
    this.#owner.remove()
  }
}

/** The value of the Date header, formatted once a second. It is the machine's time, not that of the clock that tests advance. */
class DateHeader {
  #second = 0
  #text = ''

  now(): string {
    const now = Math.trunc(Date.now() / 1000)
    if (now !== this.#second) this.#text = new Date((this.#second = now) * 1000).toUTCString()
    return this.#text
  }
}
