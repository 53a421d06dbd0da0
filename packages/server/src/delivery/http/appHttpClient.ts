import { createHmac } from 'node:crypto'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Clock } from '#store/clock'
import type { HttpFailure } from '#store/tables/apps'
import { CheckedAddresses, lookupOnly, parseAddress, Unreachable } from './checkedAddresses.ts'
import { Deadline } from './deadline.ts'
import { nameResolver, type Resolve } from './resolveName.ts'

/** [EVT-8] How long an app may take to answer, redirects included. */
const timeoutMs = 3000
const maxRedirects = 2
/** How many bytes of an answer are read. */
const maxBytes = 64 * 1024
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export interface AppRequest {
  url: string
  /** The app's signing secret. */
  secret: string
  contentType: 'application/json' | 'application/x-www-form-urlencoded'
  body: string
  /** In addition to the content type and the signature. */
  headers?: Record<string, string>
}

/** The answer of an app, or the reason for none. */
export interface AppReply {
  /** Undefined if the app answered with a 2xx status. */
  failure: HttpFailure | undefined
  /** What went wrong, as a sentence. */
  detail: string
  /** Undefined if there was no answer. */
  status: number | undefined
  headers: IncomingHttpHeaders
  /** The first 64 KiB. */
  body: string
  /** Whether the answer was longer than that. */
  isTruncated: boolean
}

/** Sends every HTTP request to an app. */
export class AppHttpClient {
  readonly #clock: Clock
  readonly #addresses: CheckedAddresses

  constructor(clock: Clock, networks: readonly string[], resolve: Resolve = nameResolver()) {
    this.#clock = clock
    this.#addresses = new CheckedAddresses(networks, resolve)
  }

  /** [EVT-8] Posts a signed request to an app. Never throws. */
  async post(request: AppRequest): Promise<AppReply> {
    const deadline = new Deadline(this.#clock, timeoutMs)
    try {
      return await this.#postAndFollow(request, deadline)
    } catch (error) {
      return deadline.isOver
        ? failedReply('http_timeout', `The app did not answer within ${timeoutMs} ms.`)
        : toFailure(error)
    } finally {
      deadline.end()
    }
  }

  async #postAndFollow(request: AppRequest, deadline: Deadline): Promise<AppReply> {
    let url = parseAddress(request.url)
    for (let hops = 0; ; hops++) {
      const addresses = await deadline.race(this.#addresses.resolve(url))
      const reply = await deadline.race(send(url, addresses, request, deadline.signal))
      if (reply.status === undefined || !redirectStatuses.has(reply.status)) return reply
      const to = reply.headers.location
      if (to === undefined) return reply
      if (hops === maxRedirects) {
        return { ...reply, failure: 'too_many_redirects', detail: `More than ${maxRedirects} redirects.` }
      }
      const next = parseAddress(to, url)
      if (url.protocol === 'https:' && next.protocol !== 'https:')
        throw new Unreachable('The app redirects from https to http.')
      url = next
    }
  }
}

function send(url: URL, addresses: string[], request: AppRequest, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<AppReply>()
  const body = Buffer.from(request.body)
  const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    // Every request has its own connection: apps do not wait for each other, and no proxy is used.
    agent: false,
    lookup: lookupOnly(addresses),
    signal,
    headers: {
      ...request.headers,
      'Content-Type': request.contentType,
      'Content-Length': String(body.length),
      'Accept-Encoding': 'identity',
      'User-Agent': 'Rivulet',
      ...signatureHeaders(request.secret, request.body),
    },
  })
  outgoing.on('error', reject)
  outgoing.on('response', (response) => readResponse(response).then(resolve, reject))
  outgoing.end(body)
  return promise.finally(() => outgoing.destroy())
}

/** In the case of the public service, since gateways keep it. Uses the machine's time, because the app compares it with its own. */
function signatureHeaders(secret: string, body: string): Record<string, string> {
  const time = String(Math.floor(Date.now() / 1000))
  const digest = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')
  return { 'X-Slack-Request-Timestamp': time, 'X-Slack-Signature': `v0=${digest}` }
}

async function readResponse(response: IncomingMessage): Promise<AppReply> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    parts.push(part)
    size += part.length
    if (size > maxBytes) break
  }
  const { statusCode: status = 0, headers } = response
  const body = Buffer.concat(parts).subarray(0, maxBytes).toString()
  const isSuccess = status >= 200 && status < 300
  const failure = isSuccess ? undefined : 'http_error'
  return {
    failure,
    detail: isSuccess ? '' : `The app answered ${status}.`,
    status,
    headers,
    body,
    isTruncated: size > maxBytes,
  }
}

function toFailure(error: unknown): AppReply {
  if (error instanceof Unreachable) return failedReply('connection_failed', error.message)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  return failedReply(failureOf(code), message || code)
}

function failureOf(code: string): HttpFailure {
  if (/^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/.test(code))
    return 'ssl_error'
  if (/^E[A-Z]+$/.test(code)) return 'connection_failed'
  return code.startsWith('HPE_') ? 'http_error' : 'unknown_error'
}

function failedReply(failure: HttpFailure, detail: string): AppReply {
  return { failure, detail, status: undefined, headers: {}, body: '', isTruncated: false }
}
