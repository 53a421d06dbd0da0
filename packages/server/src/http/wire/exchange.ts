import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http'
import type { Soon } from '#store/maybePromise'
import { readBody } from './readBody.ts'
import { readOn } from './drainRequest.ts'

/** One call of the Web API and the way back, however its bytes come and go. */
export interface Exchange {
  /** GET, POST … */
  readonly method: string
  /** Those that an answer may hang on, at least. */
  readonly headers: IncomingHttpHeaders
  /** Of who calls, without the port. */
  readonly address: string
  /** The whole body. Refused with `Undecodable`. */
  body(): Soon<Buffer>
  /** Said once; nobody hears it where the connection is gone. */
  answer(answer: Answer): void
  /** Ends the connection without an answer. */
  destroy(): void
}

export interface Answer {
  status: number
  head: Head
  requestId: string
  /** In seconds. */
  retryAfter: number | undefined
  /** Of JSON. */
  body: string
  /** The connection cannot be used again: bytes of the call are still to come, or the server goes down. */
  close: boolean
}

/** Headers that are the same for many answers, in both forms in which they are written. */
export interface Head {
  headers: readonly Header[]
  /** The lines of them, each with its end. */
  text: string
}

export type Header = readonly [name: string, value: string]

/** Checked once for all the answers that have them. */
export function headOf(headers: readonly Header[]): Head {
  for (const [name, value] of headers) validateHeaderValue(name, value)
  return { headers, text: headers.map(([name, value]) => `${name}: ${value}\r\n`).join('') }
}

/** As node reads and writes it. */
export class NodeExchange implements Exchange {
  readonly #req: IncomingMessage
  readonly #res: ServerResponse

  constructor(req: IncomingMessage, res: ServerResponse) {
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

  body(): Promise<Buffer> {
    return readBody(this.#req)
  }

  answer({ status, head, requestId, retryAfter, body, close }: Answer): void {
    const req = this.#req
    const res = this.#res
    if (res.headersSent || res.destroyed) return
    const headers = [...head.headers.flat(), 'x-request-id', requestId, 'content-length', `${Buffer.byteLength(body)}`]
    if (retryAfter !== undefined) headers.push('retry-after', `${retryAfter}`)
    if (close) headers.push('connection', 'close')
    res.writeHead(status, headers)
    if (!close || req.complete || req.socket.readableEnded) return void res.end(body)
    res.write(body)
    void readOn(req).then(() => res.end())
  }

  destroy(): void {
    this.#res.destroy()
  }
}
