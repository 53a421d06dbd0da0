import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Undecodable } from './decodeFault.ts'

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
  if (Number(announced) > limits.bytes) return Promise.reject(tooLarge(limits))
  if (compressed(req)) return Promise.reject(encoded(req))
  return wholeBody(req, limits)
}

const noBody = Buffer.alloc(0)

function wholeBody(req: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const { socket } = req
  const chunks: Buffer[] = []
  let size = 0

  const reading: Reading = { since: performance.now(), limits, onLate: () => fail(late(limits, size)), onCut }
  watch(socket)
  readings.set(socket, reading)
  req.on('data', onData).on('end', onEnd).on('close', onCut)
  if (socket.readableEnded) onCut()
  return promise

  function onData(chunk: Buffer) {
    size += chunk.length
    if (size > limits.bytes) fail(tooLarge(limits))
    else chunks.push(chunk)
  }
  function onEnd() {
    leave()
    const [first = noBody] = chunks
    resolve(chunks.length < 2 ? first : Buffer.concat(chunks, size))
  }
  function onCut() {
    if (!req.complete) fail(cut(req, size))
  }
  function fail(error: Undecodable) {
    leave()
    req.off('data', onData).off('end', onEnd).on('error', ignore).pause()
    reject(error)
  }
  function leave() {
    if (readings.get(socket) === reading) readings.delete(socket)
    req.off('close', onCut)
  }
}

/** A body that is being read, one on each connection at most. */
interface Reading {
  since: number
  limits: BodyLimits
  onLate: () => void
  onCut: () => void
}

const readings = new Map<Socket, Reading>()
const watched = new WeakSet<Socket>()
let clock: NodeJS.Timeout | undefined

/** One listener for a connection and one clock for all of them: a timer for each call would cost more than its decoding. */
function watch(socket: Socket): void {
  clock ??= setInterval(checkLate, 250).unref()
  if (watched.has(socket)) return
  watched.add(socket)
  // A client that has sent its last byte too early may still be listening: only its socket tells, the request waits on.
  socket.on('end', () => readings.get(socket)?.onCut())
}

function checkLate(): void {
  const time = performance.now()
  for (const { since, limits, onLate } of readings.values()) if (time - since >= limits.milliseconds) onLate()
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
