import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { freeBytes } from './freeBytes.ts'

/** The end of a line and an empty line. Node accepts no lines that end otherwise. */
const lineEnds = '\n\r\n'
/** The smallest request: `GET / HTTP/1.1` and an empty line. */
const smallestRequest = 18
/** Where a body ends is not known, so it is passed on in pieces of about this size. */
const pieceOfUnknownBody = 512
/** How long the rest of a body may take, and how long it may be, once its request has been answered. */
const restOfBody = { timeoutMs: 2000, maxBytes: 16 * 1024 * 1024 }

/**
 * A connection that Node reads, one request after the other: what follows a request waits, at last in the client, until
 * the client has taken the answer [NET-2]. Node alone would begin every request in the 64 kB that it reads at a time.
 * The bytes are passed on unchanged, in pieces in which not more than one request ends, or a few after a chunked body.
 */
export class SerialRequests {
  readonly #socket: Socket
  /** Node's own listener for the bytes of the connection. */
  readonly #passOn: (bytes: NonSharedBuffer) => void
  /** The newest request, until it has arrived whole and is answered. */
  #request: IncomingMessage | undefined
  #response: ServerResponse | undefined
  #unanswered = 0
  /** How many bytes of the newest body are left; undefined if that is not known. */
  #bodyLeft: number | undefined = 0
  /** The next byte is the first of a request. */
  #isBetweenRequests = true
  /** The last bytes that were passed on. */
  #passedLast = ''
  #hasUpgraded = false
  /** Set while the rest of a body is awaited whose request is answered. */
  #late: { timer: NodeJS.Timeout; maxBytesRead: number } | undefined

  /** Node has to listen to the socket already. */
  constructor(socket: Socket) {
    this.#socket = socket
    const [passOn] = socket.listeners('data')
    this.#passOn = (bytes) => passOn?.call(socket, bytes)
    socket.removeAllListeners('data').on('data', this.#onData)
  }

  /** Whether the next byte would begin a request, and none is being answered. */
  get isIdle(): boolean {
    return this.#unanswered === 0 && this.#isBetweenRequests && !this.#hasUpgraded
  }

  /** Whether an answer has begun that has not ended. */
  get hasBegunAnswer(): boolean {
    return this.#unanswered > 0 && this.#response?.headersSent === true
  }

  /** Has to be called with each request that Node reads from the connection, before anything else is done with it. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#request = request
    this.#response = response
    this.#unanswered++
    response.on('close', () => {
      this.#unanswered--
      if (this.#unanswered > 0 || this.#socket.destroyed) return
      if (!this.#request?.complete) this.#limitRestOfBody()
      else if (this.#socket.isPaused()) this.#socket.resume()
    })
  }

  /** Has to be called when the connection stops carrying HTTP. */
  upgrade(): void {
    this.#hasUpgraded = true
    this.#socket.off('data', this.#onData)
  }

  readonly #onData = (bytes: NonSharedBuffer): void => {
    const socket = this.#socket
    for (let from = 0; from < bytes.length && !socket.destroyed;) {
      // Node pauses the connection while nobody takes the body.
      if (this.#hasToWait() || socket.isPaused() || this.#hasUpgraded) {
        if (!this.#hasUpgraded) socket.pause()
        return socket.unshift(bytes.subarray(from))
      }
      const end = from + this.#pieceLength(bytes.subarray(from))
      this.#pass(bytes.subarray(from, end))
      from = end
    }
    // Node has copied what it keeps of them, but for an upgrade and an error.
    if (!this.#hasUpgraded && !socket.destroyed) freeBytes(bytes)
  }

  #hasToWait(): boolean {
    return this.#unanswered > 0 && this.#request?.complete === true
  }

  #pieceLength(bytes: NonSharedBuffer): number {
    if (this.#isInBody && this.#bodyLeft !== undefined) return Math.min(this.#bodyLeft || 1, bytes.length)
    // A head ends with an empty line, of which a part may have come before. A chunked body ends with one, too.
    const least = this.#isInBody ? pieceOfUnknownBody : this.#isBetweenRequests ? smallestRequest : 1
    const before = this.#isInBody || this.#isBetweenRequests ? '' : this.#passedLast
    const emptyLine = (before + bytes.toString('latin1', 0, 3)).indexOf(lineEnds)
    if (before !== '' && emptyLine !== -1) return emptyLine + lineEnds.length - before.length
    const at = bytes.indexOf(lineEnds, Math.max(0, least - lineEnds.length))
    return at === -1 ? bytes.length : at + lineEnds.length
  }

  get #isInBody(): boolean {
    return this.#request?.complete === false
  }

  #pass(piece: NonSharedBuffer): void {
    const before = this.#request
    const wasInBody = this.#isInBody
    this.#passOn(piece)
    const request = this.#request
    if (request !== before) {
      // Only if the piece ended where the head ended, the body begins with the next piece.
      const length = wasInBody ? undefined : request?.headers['content-length']
      this.#bodyLeft = length === undefined ? undefined : Number(length)
    } else if (wasInBody && this.#bodyLeft !== undefined) this.#bodyLeft -= piece.length
    const last = this.#passedLast + piece.toString('latin1', Math.max(0, piece.length - lineEnds.length))
    this.#passedLast = last.slice(1 - lineEnds.length)
    const hasEnded = wasInBody && this.#bodyLeft !== undefined ? this.#bodyLeft === 0 : last.endsWith(lineEnds)
    this.#isBetweenRequests = hasEnded && request?.complete !== false
    if (this.#late && request?.complete) {
      clearTimeout(this.#late.timer)
      this.#late = undefined
    } else if (this.#late && this.#socket.bytesRead > this.#late.maxBytesRead) this.#socket.destroy()
  }

  /** The newest request was answered before it had arrived whole. */
  #limitRestOfBody(): void {
    const socket = this.#socket
    const timer = setTimeout(() => socket.destroy(), restOfBody.timeoutMs).unref()
    this.#late = { timer, maxBytesRead: socket.bytesRead + restOfBody.maxBytes }
  }
}
