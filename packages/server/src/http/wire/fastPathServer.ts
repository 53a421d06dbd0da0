import { Server, type ServerOptions, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer, Exchange } from './exchange.ts'
import { type UsualCall, usualCall } from './fastPathCall.ts'

/** In milliseconds, both. */
interface Patience {
  headersTimeout: number
  keepAliveTimeout: number
}

type Serve = (exchange: Exchange, name: string) => void

/**
 * A server of node's that takes the usual call of the Web API itself: a POST that is there whole. Node makes two
 * streams and a dozen objects of each call, which costs more than all that an append does. At the first byte that is
 * not of a usual call the connection becomes node's, for as long as it lasts.
 */
export class UsualServer extends Server {
  readonly #own = new Set<Connection>()
  #clock: NodeJS.Timeout | undefined

  constructor(options: ServerOptions & Patience, serve: Serve) {
    super(options)
    const stays = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(options.keepAliveTimeout / 1000)}\r\n`
    const toNode = this.listeners('connection')
    this.removeAllListeners('connection')
    this.on('connection', (socket: Socket) => {
      const connection = new Connection(socket, serve, {
        stays,
        closing: () => !this.listening,
        leave: () => this.#own.delete(connection),
        handOver: () => {
          for (const listener of toNode) listener.call(this, socket)
        },
      })
      this.#own.add(connection)
      // One clock for all: a timer for each connection is put forward at each read and write, a tenth of a call's cost.
      this.#clock ??= setInterval(() => this.#sweep(options), options.headersTimeout / looks).unref()
    })
    this.on('close', () => {
      clearInterval(this.#clock)
      this.#clock = undefined
    })
  }

  /** Closes connections without a call for too long: at first soon, later as long as clients are told. */
  #sweep({ headersTimeout, keepAliveTimeout }: Patience): void {
    for (const connection of this.#own) {
      const patience = connection.used ? keepAliveTimeout : headersTimeout
      if (++connection.quiet > (patience / headersTimeout) * looks && !connection.busy) connection.destroy()
    }
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections()
    for (const connection of this.#own) if (!connection.busy) connection.destroy()
  }

  override closeAllConnections(): void {
    super.closeAllConnections()
    for (const connection of this.#own) connection.destroy()
  }
}

/** How often the clock comes round in the time in which a first call has to come. */
const looks = 10

interface Owner {
  /** What an answer says of a connection that stays open. */
  readonly stays: string
  closing(): boolean
  leave(): void
  handOver(): void
}

/** A connection that has brought nothing but usual calls so far, one at a time; the exchange of each of them. */
class Connection implements Exchange {
  readonly method = 'POST'
  readonly address: string
  /** Whether a call waits for its answer, or an answer for its reader. */
  busy = false
  /** Whether there ever was one. */
  used = false
  /** How often the clock has come round since the last. */
  quiet = 0
  readonly #socket: Socket
  readonly #serve: Serve
  readonly #owner: Owner
  #call: UsualCall | undefined
  /** The client has said its last word. */
  #ended = false

  constructor(socket: Socket, serve: Serve, owner: Owner) {
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
    const last = close || this.#ended
    const again = retryAfter === undefined ? '' : `retry-after: ${retryAfter}\r\n`
    const then = last ? 'connection: close\r\n' : this.#owner.stays
    const lines =
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.text}x-request-id: ${requestId}\r\n${again}` +
      `content-length: ${length}\r\ndate: ${date()}\r\n${then}\r\n`
    const flows = length === body.length ? socket.write(lines + body, 'latin1') : this.#writeBoth(lines, body)
    if (last) socket.destroySoon()
    else if (flows) this.#next()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** The head is of one byte a letter, the body is not. */
  #writeBoth(lines: string, body: string): boolean {
    this.#socket.cork()
    this.#socket.write(lines, 'latin1')
    const flows = this.#socket.write(body)
    this.#socket.uncork()
    return flows
  }

  #next(): void {
    this.busy = false
    if (this.#owner.closing()) return this.#socket.destroySoon()
    this.quiet = 0
    if (this.#socket.isPaused()) this.#socket.resume()
  }

  readonly #onData = (piece: Buffer): void => {
    const socket = this.#socket
    // The next call comes when this one is answered, and its answer is on its way.
    if (this.busy) return socket.pause().unshift(piece)
    const call = usualCall(piece)
    if (!call) return this.#handOver(piece)
    this.busy = this.used = true
    this.#call = call
    this.#serve(this, call.name)
  }

  #handOver(piece: Buffer): void {
    const socket = this.#socket
    socket.off('data', this.#onData).off('end', this.#onEnd).off('drain', this.#onDrain)
    socket.off('error', this.#onError).off('close', this.#onClose)
    socket.pause().unshift(piece)
    this.#owner.leave()
    this.#owner.handOver()
    socket.resume()
  }

  readonly #onEnd = (): void => {
    this.#ended = true
    if (!this.#call) this.#socket.destroySoon()
  }

  readonly #onDrain = (): void => {
    if (!this.#call) this.#next()
  }

  readonly #onError = (): void => {
    this.#socket.destroy()
  }

  readonly #onClose = (): void => {
    this.#owner.leave()
  }
}

let second = 0
let written = ''

/** Now, as the header says it; made once a second. By the machine's clock, not the one that can be turned. */
function date(): string {
  const now = Math.trunc(Date.now() / 1000)
  if (now !== second) written = new Date((second = now) * 1000).toUTCString()
  return written
}
