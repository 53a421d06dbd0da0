import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http'
import type { MaybePromise } from '#store/maybePromise'
import { freeBytes } from '#http/connections/freeBytes'
import type { WaitingBytes } from '#http/connections/waitingBytes'
import type { BodyReader } from './readBody.ts'
import { drainRequest } from './drainRequest.ts'

/** One request to the Web API and its answer, whichever parser reads it. */
export interface Exchange {
  /** GET, POST and so on. */
  readonly method: string
  /** At least the headers that an answer may depend on. */
  readonly headers: IncomingHttpHeaders
  /** The address at the other end of the connection, without the port: the client's, or that of a proxy. */
  readonly address: string
  /** Set for a call that is made again from the journal: the number of its entry. */
  readonly replays?: number
  /** The whole body, until the answer. Throws or rejects with `DecodeError`. */
  body(): MaybePromise<Buffer>
  /** Sends the answer, once. Does nothing if the connection is gone. */
  answer(answer: Answer): void
  /** Ends the connection without an answer. */
  destroy(): void
}

export interface Answer {
  status: number
  head: AnswerHead
  requestId: string
  /** Seconds. */
  retryAfter: number | undefined
  /** JSON. */
  body: string
  /** The connection closes after the answer. */
  close: boolean
  /** It closes in the middle of the answer, for a test. */
  isCut?: boolean
}

/** Headers that are the same for many answers, in the two forms in which they are written. */
export interface AnswerHead {
  headers: readonly Header[]
  /** The same as header lines, each with its line end. */
  lines: string
}

/**
 * Whether a body is made into bytes once, before it is written. Of a text, Node keeps both the text and the bytes until
 * the client has taken them.
 */
export function isLarge(body: string): boolean {
  return body.length > 16 * 1024
}

/** What is sent of a body that is cut. */
export function firstHalf(body: string): string {
  return body.slice(0, body.length >> 1)
}

export type Header = readonly [name: string, value: string]

/** Checks the headers once for all answers that have them. */
export function toAnswerHead(headers: readonly Header[]): AnswerHead {
  for (const [name, value] of headers) validateHeaderValue(name, value)
  return { headers, lines: headers.map(([name, value]) => `${name}: ${value}\r\n`).join('') }
}

/** An exchange that Node reads and writes. */
export class NodeExchange implements Exchange {
  readonly #bodies: BodyReader
  readonly #req: IncomingMessage
  readonly #res: ServerResponse
  readonly #waiting: WaitingBytes
  #reading: Promise<Buffer> | undefined
  #body: Buffer | undefined

  constructor(req: IncomingMessage, res: ServerResponse, bodies: BodyReader, waiting: WaitingBytes) {
    this.#bodies = bodies
    this.#waiting = waiting
    this.#req = req
    this.#res = res
  }

  get method() {
    return this.#req.method ?? 'GET'
  }

  get headers() {
    return this.#req.headers
  }

  get address() {
    return this.#req.socket.remoteAddress ?? ''
  }

  async body(): Promise<Buffer> {
    return (this.#body ??= await (this.#reading ??= this.#bodies.read(this.#req)))
  }

  answer({ status, head, requestId, retryAfter, body, close, isCut }: Answer): void {
    const req = this.#req
    const res = this.#res
    if (this.#body) freeBytes(this.#body)
    if (res.headersSent || res.destroyed) return
    const bytes = isLarge(body) ? Buffer.from(body) : body
    const headers = [...head.headers.flat(), 'x-request-id', requestId, 'content-length', `${Buffer.byteLength(bytes)}`]
    if (retryAfter !== undefined) headers.push('retry-after', `${retryAfter}`)
    if (close) headers.push('connection', 'close')
    res.writeHead(status, headers)
    if (isCut) res.write(firstHalf(body), () => res.destroy())
    else if (!close || req.complete || req.socket.readableEnded) res.end(bytes)
    else {
      res.write(bytes)
      void drainRequest(req).then(() => res.end())
    }
    if (res.writableLength > 0) this.#waiting.hold(req.socket, res.writableLength)
    else this.#waiting.release(req.socket)
    res.on('close', () => {
      this.#waiting.release(req.socket)
      if (typeof bytes !== 'string') freeBytes(bytes)
    })
  }

  destroy(): void {
    this.#res.destroy()
  }
}
