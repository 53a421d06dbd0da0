import { type IncomingMessage, Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Connections } from '#http/connections/connections'
import { SerialRequests } from '#http/connections/serialRequests'
import type { WaitingBytes } from '#http/connections/waitingBytes'
import { DateHeader } from './dateHeader.ts'
import { type Answer, type Exchange, firstHalf, isLarge } from './exchange.ts'
import { type FastPathCall, parseFastPathCall } from './fastPathCall.ts'

/** In milliseconds. */
interface ConnectionTimeouts {
  /** How long a connection may stay idle before its first call, and how long a head may take. */
  headersTimeout: number
  /** How long it may stay idle between calls. */
  keepAliveTimeout: number
  /** [NET-4] How long it may take nothing of its answer. */
  unreadTimeout: number
}

type ServeCall = (exchange: Exchange, name: string) => void

/**
 * An HTTP server with a fast path for calls of the Web API: a POST that arrives in one piece. Node creates two streams
 * and a dozen objects for each call, which costs more than the whole work of an append. At the first bytes that are not
 * a fast path call, Node takes the connection over for the rest of its life.
 */
export class FastPathServer extends Server {
  /** By socket: the connections that have carried nothing but fast path calls. */
  readonly #connections = new Map<object, Connection>()
  /** By socket: the connections that Node has taken over, as long as they carry HTTP. */
  readonly #ofNode = new WeakMap<object, SerialRequests>()
  readonly #date = new DateHeader()
  #clock: NodeJS.Timeout | undefined

  constructor(options: ServerOptions & ConnectionTimeouts, serve: ServeCall, connections = new Connections()) {
    super(options)
    this.#readSerially(options.unreadTimeout)
    const keepAliveLines = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(options.keepAliveTimeout / 1000)}\r\n`
    const nodeListeners = this.listeners('connection')
    this.removeAllListeners('connection')
    this.on('connection', (socket: Socket) => {
      if (!connections.add(socket, () => this.#isIdle(socket))) return void socket.destroy()
      const connection = new Connection(socket, serve, {
        keepAliveLines,
        date: this.#date,
        waiting: connections.waiting,
        unreadTimeout: options.unreadTimeout,
        isClosing: () => !this.listening,
        remove: () => this.#connections.delete(socket),
        handToNode: () => {
          for (const listener of nodeListeners) listener.call(this, socket)
          this.#ofNode.set(socket, new SerialRequests(socket))
        },
      })
      this.#connections.set(socket, connection)
      // One timer for all connections: a timer of each would be reset at every read and write, a tenth of a call's cost.
      this.#clock ??= setInterval(() => this.#sweep(options), options.headersTimeout / sweepsPerHeadersTimeout).unref()
    })
    this.on('close', () => {
      clearInterval(this.#clock)
      this.#clock = undefined
    })
  }

  /** Whether an answer on the connection has begun and not ended. */
  hasBegunAnswer(socket: object): boolean {
    return this.#ofNode.get(socket)?.hasBegunAnswer === true
  }

  /** A socket that is neither has become a WebSocket: nothing that served its request is kept for it. */
  #isIdle(socket: object): boolean {
    const connection = this.#connections.get(socket)
    return connection ? !connection.isBusy : this.#ofNode.get(socket)?.isIdle === true
  }

  #readSerially(unreadTimeout: number): void {
    const begin = (req: IncomingMessage, res: ServerResponse) => this.#ofNode.get(req.socket)?.begin(req, res)
    this.on('request', begin).on('checkExpectation', begin)
    this.on('upgrade', ({ socket }) => {
      this.#ofNode.get(socket)?.upgrade()
      this.#ofNode.delete(socket)
    })
    // Node reports a connection on which nothing has moved.
    this.setTimeout(unreadTimeout, (socket) => {
      const requests = this.#ofNode.get(socket)
      if (!requests || requests.isIdle || socket.writableLength > 0) socket.destroy()
    })
  }

  /** Closes connections that have been idle too long. */
  #sweep({ headersTimeout, keepAliveTimeout }: ConnectionTimeouts): void {
    for (const connection of this.#connections.values()) {
      const timeout = connection.hasServed ? keepAliveTimeout : headersTimeout
      if (++connection.idleSweeps > (timeout / headersTimeout) * sweepsPerHeadersTimeout && !connection.isBusy)
        connection.destroy()
    }
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections()
    for (const connection of this.#connections.values()) if (!connection.isBusy) connection.destroy()
  }

  override closeAllConnections(): void {
    super.closeAllConnections()
    for (const connection of this.#connections.values()) connection.destroy()
  }
}

/** How many sweeps there are in the time within which a first call has to arrive. */
const sweepsPerHeadersTimeout = 10

interface ConnectionOwner {
  /** The header lines of an answer after which the connection stays open. */
  readonly keepAliveLines: string
  readonly date: DateHeader
  readonly waiting: WaitingBytes
  readonly unreadTimeout: number
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
    socket.on('data', this.#onData).on('end', this.#onEnd)
    socket.on('error', this.#onError).on('close', this.#onClose)
  }

  get headers() {
    return this.#call?.headers ?? {}
  }

  body(): Buffer {
    return this.#call?.body ?? Buffer.alloc(0)
  }

  answer({ status, head, requestId, retryAfter, body, close, isCut }: Answer): void {
    const socket = this.#socket
    if (!this.#call || socket.destroyed) return
    this.#call = undefined
    const bytes = isLarge(body) ? Buffer.from(body) : body
    const length = Buffer.byteLength(bytes)
    const isLast = close || this.#clientEnded
    const retryLine = retryAfter === undefined ? '' : `retry-after: ${retryAfter}\r\n`
    const connectionLines = isLast ? 'connection: close\r\n' : this.#owner.keepAliveLines
    const lines =
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.lines}x-request-id: ${requestId}\r\n${retryLine}` +
      `content-length: ${length}\r\ndate: ${this.#owner.date.now()}\r\n${connectionLines}\r\n`
    if (isCut) return void socket.end(lines + firstHalf(body), () => socket.destroy())
    if (length === body.length && bytes === body) socket.write(lines + body, 'latin1')
    else this.#writeBoth(lines, bytes)
    if (socket.writableLength > 0) this.#waitUntilTaken(isLast)
    else if (!isLast) this.#waitForNextCall()
    if (isLast) socket.destroySoon()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** The head has one byte a character; the body may have more. */
  #writeBoth(lines: string, body: string | Buffer): void {
    this.#socket.cork()
    this.#socket.write(lines, 'latin1')
    this.#socket.write(body)
    this.#socket.uncork()
  }

  #waitUntilTaken(isLast: boolean): void {
    const socket = this.#socket
    this.#owner.waiting.hold(this, socket.writableLength)
    socket.setTimeout(this.#owner.unreadTimeout, this.#onTimeout)
    socket.write('', () => {
      this.#owner.waiting.release(this)
      socket.setTimeout(0, this.#onTimeout)
      if (!isLast && !socket.destroyed) this.#waitForNextCall()
    })
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
    socket.off('data', this.#onData).off('end', this.#onEnd)
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

  readonly #onTimeout = (): void => {
    this.#socket.destroy()
  }

  readonly #onError = (): void => {
    this.#socket.destroy()
  }

  readonly #onClose = (): void => {
    this.#owner.waiting.release(this)
    this.#owner.remove()
  }
}
