import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import type webpush from 'web-push'
import { CheckedAddresses, lookupOnly, parseAddress, Unreachable } from '#delivery/http/checkedAddresses'
import { Deadline } from '#delivery/http/deadline'
import { nameResolver, type Resolve } from '#delivery/http/resolveName'
import type { PushKey } from '#domain/push/key'
import type { PushAddress } from '#domain/push/subscriptions'
import type { Clock } from '#store/clock'

/** [NTF-12] How long a push service may take to answer. */
const timeoutMs = 10_000
/** For how long a push service keeps what it cannot deliver, seconds. */
const keptFor = 24 * 3600

/**
 * What became of a push. `gone`: the subscription is over. `again`: it may be tried again, after a time if the push service
 * named one. `refused`: it makes no sense to try again.
 */
export type PushOutcome =
  | { is: 'sent' | 'refused'; detail: string }
  | { is: 'gone'; detail: string }
  | { is: 'again'; detail: string; afterMs: number | undefined }

/** Sends to the push services of browsers, whose addresses people give. */
export class PushService {
  readonly #clock: Clock
  readonly #addresses: CheckedAddresses
  readonly #subject: string
  readonly #underWay = new Set<Deadline>()

  /** `publicUrl`: tells push services whom to write to. */
  constructor(clock: Clock, networks: readonly string[], publicUrl: string, resolve: Resolve = nameResolver()) {
    this.#clock = clock
    this.#addresses = new CheckedAddresses(networks, resolve)
    const { protocol, hostname } = new URL(publicUrl || 'http://localhost')
    this.#subject = protocol === 'https:' ? publicUrl : `mailto:postmaster@${hostname}`
  }

  /** [NTF-11, NTF-12] Encrypts a notification for one browser, and sends it. Never throws. */
  async send({ endpoint, p256dh, auth }: PushAddress, payload: string, key: PushKey): Promise<PushOutcome> {
    const deadline = new Deadline(this.#clock, timeoutMs)
    this.#underWay.add(deadline)
    try {
      const url = parseAddress(endpoint)
      const addresses = await deadline.race(this.#addresses.resolve(url))
      if (url.protocol !== 'https:' && !this.#addresses.areListed(addresses))
        throw new Unreachable('A push service on the public internet needs an https address.')
      const request = await encrypt({ endpoint, keys: { p256dh, auth } }, payload, { subject: this.#subject, ...key })
      return toOutcome(await deadline.race(post(url, addresses, request, deadline.signal)))
    } catch (error) {
      const detail = deadline.isOver ? `No answer within ${timeoutMs} ms.` : String(error)
      // Neither a forbidden address nor a key that is no point of the curve gets better.
      if (error instanceof Unreachable || error instanceof BadKeys) return { is: 'gone', detail }
      return { is: 'again', detail, afterMs: undefined }
    } finally {
      deadline.end()
      this.#underWay.delete(deadline)
    }
  }

  /** Waits for no answer any more. */
  stop(): void {
    for (const deadline of this.#underWay) deadline.abort()
  }
}

class BadKeys extends Error {}

async function encrypt(to: webpush.PushSubscription, payload: string, vapidDetails: PushKey & { subject: string }) {
  try {
    const options = { vapidDetails, TTL: keptFor, urgency: 'high', contentEncoding: 'aes128gcm' } as const
    // Loaded when it is needed: most starts do without it.
    const { default: library } = await import('web-push')
    return library.generateRequestDetails(to, payload, options)
  } catch (error) {
    throw new BadKeys('The keys of the subscription are of no use.', { cause: error })
  }
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
}

function post(url: URL, addresses: string[], { headers, body }: webpush.RequestDetails, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    agent: false,
    lookup: lookupOnly(addresses),
    signal,
    headers: { ...headers, 'user-agent': 'Rivulet' },
  })
  outgoing.on('error', reject)
  // What it says beyond that is of no interest.
  outgoing.on('response', (response) => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
  outgoing.end(body)
  return promise.finally(() => outgoing.destroy())
}

/** Redirects are not followed: an address that changes is given anew by the browser. */
function toOutcome({ status, headers }: Answer): PushOutcome {
  const detail = `The push service answered ${status}.`
  if (status >= 200 && status < 300) return { is: 'sent', detail }
  if (status === 404 || status === 410) return { is: 'gone', detail }
  if (status !== 429 && status < 500) return { is: 'refused', detail }
  const seconds = Number(headers['retry-after'])
  return { is: 'again', detail, afterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined }
}
