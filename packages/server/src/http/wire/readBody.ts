import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Undecodable } from '#http/api/decode/fault'

export interface BodyLimits {
  bytes: number
  milliseconds: number
}

const defaultLimits: BodyLimits = { bytes: 1024 * 1024, milliseconds: 10_000 }

/** Reads the whole body. It rejects with `Undecodable` as soon as the body is too large, late or cut short, and reads no further. */
export function readBody(req: IncomingMessage, limits: BodyLimits = defaultLimits): Promise<Buffer> {
  const announced = req.headers['content-length']
  if (announced === undefined ? req.headers['transfer-encoding'] === undefined : announced === '0') {
    return Promise.resolve(noBody)
  }
  const connection = connectionOf(req.socket)
  connection.called = true
  if (Number(announced) > limits.bytes) return Promise.reject(tooLarge(limits))
  if (compressed(req)) return Promise.reject(encoded(req))
  return wholeBody(req, connection, limits)
}

/** Whether a body was begun on it that did not come whole: then the call answers, not the connection. */
export function answersForItself(socket: object): boolean {
  return connections.get(socket)?.called === true
}

const noBody = Buffer.alloc(0)

function wholeBody(req: IncomingMessage, connection: Connection, limits: BodyLimits): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const { socket } = req
  const chunks: Buffer[] = []
  let size = 0

  const reading: Reading = { since: performance.now(), limits, onLate: () => fail(late(limits, size)), onCut }
  connection.reading = reading
  req.on('data', onData).on('end', onEnd).on('close', onCut)
  if (socket.readableEnded) onCut()
  return promise

  function onData(chunk: Buffer) {
    size += chunk.length
    if (size > limits.bytes) fail(tooLarge(limits))
    else chunks.push(chunk)
  }
  function onEnd() {
    connection.reading = undefined
    connection.called = false
    const [first = noBody] = chunks
    resolve(chunks.length < 2 ? first : Buffer.concat(chunks, size))
  }
  function onCut() {
    if (!req.complete) fail(cut(req, size))
  }
  function fail(error: Undecodable) {
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
  called: boolean
}

const connections = new WeakMap<object, Connection>()
/** Those that are open, for the one clock of all bodies. */
const open = new Set<Connection>()
let clock: NodeJS.Timeout | undefined

function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket)
  if (known) return known
  const connection: Connection = { reading: undefined, called: false }
  connections.set(socket, connection)
  open.add(connection)
  clock ??= setInterval(checkLate, 250).unref()
  // A client that has sent its last byte too early may still be listening: only its socket tells, the request waits on.
  socket.on('end', () => connection.reading?.onCut()).on('close', () => open.delete(connection))
  return connection
}

function checkLate(): void {
  const time = performance.now()
  for (const { reading } of open) if (reading && time - reading.since >= reading.limits.milliseconds) reading.onLate()
}

function ignore() {}

function compressed(req: IncomingMessage): boolean {
  const coding = req.headers['content-encoding']
  return coding !== undefined && coding !== 'identity'
}

function encoded(req: IncomingMessage): Undecodable {
  const detail = `The body has the Content-Encoding ${JSON.stringify(req.headers['content-encoding'])}: send it uncompressed.`
  return new Undecodable({ error: 'invalid_post_type', detail }, true)
}

function tooLarge({ bytes }: BodyLimits): Undecodable {
  const detail = `The body is larger than ${bytes} bytes: send less in one call.`
  return new Undecodable({ error: 'invalid_arguments', detail }, true)
}

function late({ milliseconds }: BodyLimits, size: number): Undecodable {
  const detail = `The body did not come whole within ${milliseconds / 1000} s, only ${size} bytes of it: send it again.`
  return new Undecodable({ error: 'request_timeout', detail }, true)
}

function cut(req: IncomingMessage, size: number): Undecodable {
  const announced = req.headers['content-length']
  const promised =
    announced === undefined ? 'before its last chunk' : `of the ${announced} that Content-Length announced`
  const detail = `The body ended after ${size} bytes ${promised}: send it again.`
  return new Undecodable({ error: 'request_timeout', detail }, true)
}
