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
  /** Those that are open, for the one timer of all bodies. */
  readonly #open = new Set<Connection>()
  #timer: NodeJS.Timeout | undefined

  /** Reads the whole body. It rejects with `DecodeError` as soon as the body is too large, late or cut short, and reads no further. */
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

  /** Whether a body was begun on it that did not come whole: then the call answers, not the connection. */
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
    // A client that has sent its last byte too early may still be listening: only its socket tells, the request waits on.
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

/** A body that is being read, one on each connection at most. */
interface Reading {
  since: number
  limits: BodyLimits
  onLate: () => void
  onCut: () => void
}

/** What lasts as long as a connection, since to set it up for each call would cost more than its decoding. */
interface Connection {
  reading: Reading | undefined
  /** From a call's body being announced to its having come whole. */
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

function tooLargeError({ maxBytes: bytes }: BodyLimits): DecodeError {
  const detail = `The body is larger than ${bytes} bytes: send less in one call.`
  return new DecodeError({ error: 'invalid_arguments', detail }, true)
}

function lateError({ timeoutMs: milliseconds }: BodyLimits, size: number): DecodeError {
  const detail = `The body did not come whole within ${milliseconds / 1000} s, only ${size} bytes of it: send it again.`
  return new DecodeError({ error: 'request_timeout', detail }, true)
}

function cutError(req: IncomingMessage, size: number): DecodeError {
  const announced = req.headers['content-length']
  const promised =
    announced === undefined ? 'before its last chunk' : `of the ${announced} that Content-Length announced`
  const detail = `The body ended after ${size} bytes ${promised}: send it again.`
  return new DecodeError({ error: 'request_timeout', detail }, true)
}
