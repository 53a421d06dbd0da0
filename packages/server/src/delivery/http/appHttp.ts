import { createHmac } from 'node:crypto'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { now } from '#domain/clock'
import type { HttpFailure } from '#store/tables/apps'
import { Networks } from './allowedNetworks.ts'
import { type Resolve, resolveName } from './resolveName.ts'

/** [EVT-8] How long an app may take to answer, redirects and all, milliseconds. */
const answerWithin = 3000
const mostRedirects = 2
/** Bytes of an answer that are read. */
const mostRead = 64 * 1024
const redirects = new Set([301, 302, 303, 307, 308])

export interface AppRequest {
  url: string
  /** The app's signing secret; null: nothing can be sent. */
  secret: string | null
  contentType: 'application/json' | 'application/x-www-form-urlencoded'
  body: string
  /** Beside the content type and the signature. */
  headers?: Record<string, string>
}

/** What an app answered, or why it did not. */
export interface AppReply {
  /** Undefined: it answered with a status of success. */
  failure: HttpFailure | undefined
  /** What went wrong, for people. */
  detail: string
  /** Undefined: there was no answer. */
  status: number | undefined
  headers: IncomingHttpHeaders
  /** The first 64 KiB. */
  body: string
  /** Whether there was more of it. */
  cut: boolean
}

/** The one way by which requests leave for apps. */
export class AppHttp {
  readonly #networks: Networks
  readonly #resolve: Resolve

  constructor(networks: readonly string[], resolve: Resolve = resolveName) {
    this.#networks = new Networks(networks)
    this.#resolve = resolve
  }

  /** [EVT-8] Posts to an app, signed. It never throws. */
  async post(request: AppRequest): Promise<AppReply> {
    const { secret } = request
    if (secret === null) return failed('unknown_error', 'The app has no signing secret.')
    const deadline = new Deadline()
    try {
      return await this.#follow(request, secret, deadline)
    } catch (error) {
      return deadline.isOver ? failed('http_timeout', `No answer within ${answerWithin} ms.`) : inWords(error)
    } finally {
      deadline.end()
    }
  }

  async #follow(request: AppRequest, secret: string, deadline: Deadline): Promise<AppReply> {
    let url = addressOf(request.url)
    for (let hops = 0; ; hops++) {
      const addresses = await deadline.race(this.#addresses(url))
      const reply = await deadline.race(send(url, addresses, request, secret, deadline.signal))
      if (reply.status === undefined || !redirects.has(reply.status)) return reply
      const to = reply.headers.location
      if (to === undefined) return reply
      if (hops === mostRedirects) {
        return { ...reply, failure: 'too_many_redirects', detail: `More than ${mostRedirects} redirects.` }
      }
      const next = addressOf(to, url)
      if (url.protocol === 'https:' && next.protocol !== 'https:')
        throw new Unreachable('It redirects from https to http.')
      url = next
    }
  }

  /** [EVT-9] All addresses of the host; if one of them is not allowed none is. */
  async #addresses(url: URL): Promise<string[]> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const all = isIP(host) === 0 ? await this.#resolve(host) : [host]
    const barred = all.find((address) => !this.#networks.allows(address))
    if (barred !== undefined) {
      const named = barred === host ? barred : `${url.hostname} is ${barred}, which`
      throw new Unreachable(`${named} is not on the public internet: the setting app_networks allows it.`)
    }
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    if (port < 1024 && port !== 80 && port !== 443 && !all.every((address) => this.#networks.names(address)))
      throw new Unreachable(`The port ${port} is not one that apps listen on.`)
    if (all.length === 0) throw new Unreachable(`${url.hostname} has no address.`)
    return all
  }
}

class Unreachable extends Error {}

/** The moment after which nobody waits. It follows the server's clock, and the machine's where that one stands still. */
class Deadline {
  readonly #abort = new AbortController()
  readonly #over = Promise.withResolvers<never>()
  readonly #polling: NodeJS.Timeout

  constructor() {
    const [startedAt, began] = [now(), performance.now()]
    this.#over.promise.catch(() => {})
    this.#polling = setInterval(() => {
      if (Math.max(now() - startedAt, performance.now() - began) >= answerWithin) this.#abort.abort()
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

function addressOf(text: string, from?: URL): URL {
  const url = URL.canParse(text, from?.href) ? new URL(text, from) : undefined
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new Unreachable('It is no address of http or https.')
  if (url.username || url.password) throw new Unreachable('An address may not hold a name or a password.')
  return url
}

function send(url: URL, addresses: string[], request: AppRequest, secret: string, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<AppReply>()
  const body = Buffer.from(request.body)
  const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    // A connection of its own: nothing of one app waits behind another, and no proxy of the environment is asked.
    agent: false,
    lookup: only(addresses),
    signal,
    headers: {
      ...request.headers,
      'content-type': request.contentType,
      'content-length': String(body.length),
      'accept-encoding': 'identity',
      'user-agent': 'Rivulet',
      ...signature(secret, request.body),
    },
  })
  outgoing.on('error', reject)
  outgoing.on('response', (response) => read(response).then(resolve, reject))
  outgoing.end(body)
  return promise.finally(() => outgoing.destroy())
}

/** Answers what was checked, so that a second look-up cannot answer anything else. */
function only(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, done) => {
    const [first] = all
    if (options.all) done(null, all)
    else if (first) done(null, first.address, first.family)
  }
}

/** The time is the machine's: what the app holds against its own watch. */
function signature(secret: string, body: string): Record<string, string> {
  const time = String(Math.floor(Date.now() / 1000))
  const digest = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')
  return { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${digest}` }
}

async function read(response: IncomingMessage): Promise<AppReply> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    parts.push(part)
    size += part.length
    if (size > mostRead) break
  }
  const { statusCode: status = 0, headers } = response
  const body = Buffer.concat(parts).subarray(0, mostRead).toString()
  const good = status >= 200 && status < 300
  const failure = good ? undefined : 'http_error'
  return { failure, detail: good ? '' : `It answered ${status}.`, status, headers, body, cut: size > mostRead }
}

function inWords(error: unknown): AppReply {
  if (error instanceof Unreachable) return failed('connection_failed', error.message)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  return failed(kindOf(code), message || code)
}

function kindOf(code: string): HttpFailure {
  if (/^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/.test(code))
    return 'ssl_error'
  if (/^E[A-Z]+$/.test(code)) return 'connection_failed'
  return code.startsWith('HPE_') ? 'http_error' : 'unknown_error'
}

function failed(failure: HttpFailure, detail: string): AppReply {
  return { failure, detail, status: undefined, headers: {}, body: '', cut: false }
}
