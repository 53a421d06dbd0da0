import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { BodyQueue } from '#http/connections/bodyQueue'
import { freeBytes } from '#http/connections/freeBytes'
import { WaitingBytes } from '#http/connections/waitingBytes'
import { DecodeError } from '#http/api/decode/decodeError'

export interface BodyLimits {
  maxBytes: number
  timeoutMs: number
}

const defaultLimits: BodyLimits = { maxBytes: 1024 * 1024, timeoutMs: 10_000 }
/** [NET-9] Larger bodies wait until there is room for them. It is what one read from a socket brings. */
const smallBody = 64 * 1024

/** Reads the bodies of the calls to one server. */
export class BodyReader {
  readonly #waiting: WaitingBytes
  readonly #queue: BodyQueue
  readonly #connections = new WeakMap<object, Connection>()
  /** The open connections, for the one timer of all bodies. */
  readonly #open = new Set<Connection>()
  #timer: NodeJS.Timeout | undefined

  constructor(waiting = new WaitingBytes()) {
    this.#waiting = waiting
    this.#queue = new BodyQueue(waiting)
  }

  /**
   * Reads a whole body. Rejects with `DecodeError`, and reads no further, once it is too large, late or cut short. The
   * body counts as waiting until the call is answered.
   */
  read(req: IncomingMessage, limits: BodyLimits = defaultLimits): Promise<Buffer> {
    const announced = req.headers['content-length']
    if (announced === undefined ? req.headers['transfer-encoding'] === undefined : announced === '0') {
      return Promise.resolve(noBody)
    }
    const connection = this.#connectionOf(req.socket)
    connection.isBodyUnfinished = true
    if (Number(announced) > limits.maxBytes) return Promise.reject(tooLargeError(limits))
    if (isCompressed(req)) return Promise.reject(compressedError(req))
    return readWhole(req, connection, limits, this.#waiting, this.#queue)
  }

  /** Whether a body on the connection has not arrived whole. If so, the call answers instead of the connection. */
  isBodyUnfinished(socket: object): boolean {
    return this.#connections.get(socket)?.isBodyUnfinished === true
  }

  /** Ends the timer. The next connection starts it again. */
  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #connectionOf(socket: Socket): Connection {
    const known = this.#connections.get(socket)
    if (known) return known
    const connection: Connection = { reading: undefined, isBodyUnfinished: false }
    this.#connections.set(socket, connection)
    this.#open.add(connection)
    this.#timer ??= setInterval(() => this.#checkLate(), 250).unref()
    // A client that ends too early may still wait for the answer. Only the socket reports the end; the request does not.
    socket.on('end', () => connection.reading?.onCut())
    socket.on('close', () => {
      this.#open.delete(connection)
      this.#queue.leave(socket)
      this.#waiting.release(socket)
    })
    return connection
  }

  #checkLate(): void {
    this.#queue.makeRoom()
    const time = performance.now()
    for (const { reading } of this.#open)
      if (reading && time - reading.since >= reading.limits.timeoutMs) reading.onLate()
  }
}

const noBody = Buffer.alloc(0)

function readWhole(
  req: IncomingMessage,
  connection: Connection,
  limits: BodyLimits,
  waiting: WaitingBytes,
  queue: BodyQueue,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const { socket } = req
  const announced = Number(req.headers['content-length'] ?? 0)
  let chunks: Buffer[] = []
  let size = 0
  let needsRoom = true
  /** A large body of a known length is put together as it comes, so that its pieces are soon forgotten. */
  let whole: Buffer | undefined

  const reading: Reading = { since: performance.now(), limits, onLate: () => fail(lateError(limits, size)), onCut }
  connection.reading = reading
  req.on('close', onCut)
  if (announced > smallBody) waitForRoom(announced)
  else req.on('data', onData).on('end', onEnd)
  if (socket.readableEnded) onCut()
  return promise

  function waitForRoom(bytes: number) {
    needsRoom = false
    // It is not the client that is late.
    reading.since = Infinity
    queue.enter(socket, bytes, begin, onCut)
  }
  function begin() {
    reading.since = performance.now()
    if (announced > 0) whole = Buffer.allocUnsafeSlow(announced)
    req.on('data', onData).on('end', onEnd).resume()
  }
  function onData(chunk: Buffer) {
    size += chunk.length
    if (size > limits.maxBytes) return fail(tooLargeError(limits))
    if (whole) {
      chunk.copy(whole, size - chunk.length)
      return freeBytes(chunk)
    }
    chunks.push(chunk)
    if (!needsRoom) return
    waiting.hold(socket, size)
    if (size <= smallBody) return
    req.off('data', onData).off('end', onEnd).pause()
    waitForRoom(limits.maxBytes)
  }
  function onEnd() {
    connection.reading = undefined
    connection.isBodyUnfinished = false
    const [first = noBody] = chunks
    resolve(whole ?? (chunks.length < 2 ? first : Buffer.concat(chunks, size)))
    // Node keeps a request and its listeners as long as its connection is idle.
    chunks = []
    whole = undefined
    waiting.serve(socket)
  }
  function onCut() {
    if (!req.complete) fail(cutError(req, size))
  }
  function fail(error: DecodeError) {
    if (connection.reading === reading) connection.reading = undefined
    queue.leave(socket)
    waiting.release(socket)
    req.off('data', onData).off('end', onEnd).off('close', onCut).on('error', ignore).pause()
    // What waited for its turn.
    const unread: (Buffer | null)[] = socket.destroyed ? [req.read(), socket.read()] : []
    for (const bytes of [...chunks, ...unread, whole]) if (bytes) freeBytes(bytes)
    chunks = []
    whole = undefined
    reject(error)
  }
}

/** A body that is being read. A connection has at most one. */
interface Reading {
  since: number
  limits: BodyLimits
  onLate: () => void
  onCut: () => void
}

/** Set up once for each connection: for each call it would cost more than decoding the call. */
interface Connection {
  reading: Reading | undefined
  /** A body was announced and has not arrived whole yet. */
  isBodyUnfinished: boolean
}

function ignore() {}

function isCompressed(req: IncomingMessage): boolean {
  const coding = req.headers['content-encoding']
  return coding !== undefined && coding !== 'identity'
}

function compressedError(req: IncomingMessage): DecodeError {
  const detail = `The body has the Content-Encoding ${JSON.stringify(req.headers['content-encoding'])}: send it uncompressed.`
  return new DecodeError({ error: 'invalid_post_type', detail }, true)
}

function tooLargeError({ maxBytes }: BodyLimits): DecodeError {
  const detail = `The body is larger than ${maxBytes} bytes: send less in one call.`
  return new DecodeError({ error: 'invalid_arguments', detail }, true)
}

function lateError({ timeoutMs }: BodyLimits, size: number): DecodeError {
  const detail = `The body did not arrive whole within ${timeoutMs / 1000} s; ${size} bytes arrived: send it again.`
  return new DecodeError({ error: 'request_timeout', detail }, true)
}

function cutError(req: IncomingMessage, size: number): DecodeError {
  const announced = req.headers['content-length']
  const promised =
    announced === undefined ? 'before its last chunk' : `of the ${announced} that Content-Length announced`
  const detail = `The body ended after ${size} bytes ${promised}: send it again.`
  return new DecodeError({ error: 'request_timeout', detail }, true)
}
