import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { DecodeError } from '#http/api/decode/decodeError'

export interface BodyLimits {
  maxBytes: number
  timeoutMs: number
}

const defaultLimits: BodyLimits = { maxBytes: 1024 * 1024, timeoutMs: 10_000 }

/** Reads the bodies of the calls to one server. */
export class BodyReader {
  readonly #connections = new WeakMap<object, Connection>()
  /** The open connections, for the one timer of all bodies. */
  readonly #open = new Set<Connection>()
  #timer: NodeJS.Timeout | undefined

  /** Reads a whole body. Rejects with `DecodeError`, and reads no further, once it is too large, late or cut short. */
  read(req: IncomingMessage, limits: BodyLimits = defaultLimits): Promise<Buffer> {
    const announced = req.headers['content-length']
    if (announced === undefined ? req.headers['transfer-encoding'] === undefined : announced === '0') {
      return Promise.resolve(noBody)
    }
    const connection = this.#connectionOf(req.socket)
    connection.isBodyUnfinished = true
    if (Number(announced) > limits.maxBytes) return Promise.reject(tooLargeError(limits))
    if (isCompressed(req)) return Promise.reject(compressedError(req))
    return readWhole(req, connection, limits)
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
    socket.on('end', () => connection.reading?.onCut()).on('close', () => this.#open.delete(connection))
    return connection
  }

  #checkLate(): void {
    const time = performance.now()
    for (const { reading } of this.#open)
      if (reading && time - reading.since >= reading.limits.timeoutMs) reading.onLate()
  }
}

const noBody = Buffer.alloc(0)

function readWhole(req: IncomingMessage, connection: Connection, limits: BodyLimits): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const { socket } = req
  const chunks: Buffer[] = []
  let size = 0

  const reading: Reading = { since: performance.now(), limits, onLate: () => fail(lateError(limits, size)), onCut }
  connection.reading = reading
  req.on('data', onData).on('end', onEnd).on('close', onCut)
  if (socket.readableEnded) onCut()
  return promise

  function onData(chunk: Buffer) {
    size += chunk.length
    if (size > limits.maxBytes) fail(tooLargeError(limits))
    else chunks.push(chunk)
  }
  function onEnd() {
    connection.reading = undefined
    connection.isBodyUnfinished = false
    const [first = noBody] = chunks
    resolve(chunks.length < 2 ? first : Buffer.concat(chunks, size))
  }
  function onCut() {
    if (!req.complete) fail(cutError(req, size))
  }
  function fail(error: DecodeError) {
    if (connection.reading === reading) connection.reading = undefined
    req.off('data', onData).off('end', onEnd).off('close', onCut).on('error', ignore).pause()
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
