import { STATUS_CODES, ServerResponse, validateHeaderValue } from 'node:http'

/** How long a connection without a call is kept open, in milliseconds. */
export const keepAliveTimeout = 65_000

/** Headers, each as name and value. */
export type Head = readonly (readonly [name: string, value: string])[]

/**
 * An answer whose headers may be written as one text, most of which is the same from call to call. Node builds and
 * checks each header again for each answer, which costs more than to read the call's body.
 */
export class Answer extends ServerResponse {
  /** Node's own: the text of the headers. `headersSent` is documented and tells whether this still is its name. */
  declare _header: string | null

  /**
   * Answers with a body of JSON. `head`: the text of more headers, made by `textOf`. Where the connection is not
   * to be kept open this answers false and has done nothing.
   */
  answer(status: number, head: string, body: string): boolean {
    if (this.headersSent || !this.shouldKeepAlive || this.req.method === 'HEAD') return false
    const length = Buffer.byteLength(body)
    this._header =
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-length: ${length}\r\n${head}` +
      `date: ${date()}\r\nconnection: keep-alive\r\nkeep-alive: timeout=${keepAliveTimeout / 1000}\r\n\r\n`
    if (!this.headersSent) return false
    this.statusCode = status
    // In one write with the headers; letters of one byte need no encoding.
    this.end(body, length === body.length ? 'latin1' : 'utf8')
    return true
  }
}

/** The text of headers, checked once for all the answers that have them. */
export function textOf(headers: Head): string {
  for (const [name, value] of headers) validateHeaderValue(name, value)
  return headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
}

let second = 0
let written = ''

/** Now, as the header says it; made once a second. By the machine's clock, not the one that can be turned. */
function date(): string {
  const now = Math.trunc(Date.now() / 1000)
  if (now !== second) written = new Date((second = now) * 1000).toUTCString()
  return written
}
