import { createHmac } from 'node:crypto'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Clock } from '#store/clock'
import type { HttpFailure } from '#store/tables/apps'
import { AllowedNetworks } from './allowedNetworks.ts'
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
  readonly #networks: AllowedNetworks
  readonly #resolve: Resolve

  constructor(clock: Clock, networks: readonly string[], resolve: Resolve = nameResolver()) {
    this.#clock = clock
    this.#networks = new AllowedNetworks(networks)
    this.#resolve = resolve
  }

  /** [EVT-8] Posts a signed request to an app. Never throws. */
  async post(request: AppRequest): Promise<AppReply> {
    const deadline = new Deadline(this.#clock)
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
      const addresses = await deadline.race(this.#resolveAllowed(url))
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

  /** [EVT-9] All addresses of the host. Throws if one of them is not allowed. */
  async #resolveAllowed(url: URL): Promise<string[]> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const all = isIP(host) === 0 ? await this.#resolve(host) : [host]
    const forbidden = all.find((address) => !this.#networks.allows(address))
    if (forbidden !== undefined) {
      const named = forbidden === host ? forbidden : `${url.hostname} is ${forbidden}, which`
      throw new Unreachable(`${named} is not on the public internet. The setting app_networks can allow it.`)
    }
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    if (port < 1024 && port !== 80 && port !== 443 && !all.every((address) => this.#networks.lists(address)))
      throw new Unreachable(`Apps on the public internet cannot use port ${port}: only 80, 443 and 1024 or higher.`)
    if (all.length === 0) throw new Unreachable(`${url.hostname} has no address.`)
    return all
  }
}

class Unreachable extends Error {}

/** A timeout by the server's clock. It also follows the machine's clock, in case the server's clock stands still. */
class Deadline {
  readonly #abort = new AbortController()
  readonly #over = Promise.withResolvers<never>()
  readonly #polling: NodeJS.Timeout

  constructor(clock: Clock) {
    const [startedAt, began] = [clock.now(), performance.now()]
    this.#over.promise.catch(() => {})
    this.#polling = setInterval(() => {
      if (Math.max(clock.now() - startedAt, performance.now() - began) >= timeoutMs) this.#abort.abort()
    }, 20)
    this.signal.addEventListener('abort', () => this.#over.reject(new Error('Too late.')))
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get isOver(): boolean {
    return this.signal.aborted
  }

  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#over.promise])
  }

  end(): void {
    clearInterval(this.#polling)
  }
}

function parseAddress(text: string, from?: URL): URL {
  const url = URL.canParse(text, from?.href) ? new URL(text, from) : undefined
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new Unreachable('The address is not an http or https URL.')
  if (url.username || url.password) throw new Unreachable('The address must not contain a user name or a password.')
  return url
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
      'content-type': request.contentType,
      'content-length': String(body.length),
      'accept-encoding': 'identity',
      'user-agent': 'Rivulet',
      ...signatureHeaders(request.secret, request.body),
    },
  })
  outgoing.on('error', reject)
  outgoing.on('response', (response) => readResponse(response).then(resolve, reject))
  outgoing.end(body)
  return promise.finally(() => outgoing.destroy())
}

/** Resolves to the addresses that were checked, so that a second look-up cannot return others. */
function lookupOnly(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, done) => {
    const [first] = all
    if (options.all) done(null, all)
    else if (first) done(null, first.address, first.family)
  }
}

/** Uses the machine's time, because the app compares it with its own. */
function signatureHeaders(secret: string, body: string): Record<string, string> {
  const time = String(Math.floor(Date.now() / 1000))
  const digest = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')
  return { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${digest}` }
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
