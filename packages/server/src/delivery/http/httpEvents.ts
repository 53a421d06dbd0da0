import { randomBytes } from 'node:crypto'
import { now } from '#domain/clock'
import { tellOwners } from '#domain/apps/owners'
import type { Store, Tx } from '#store/db'
import type { AppHttp, AppReply } from './appHttp.ts'
import { type Attempt, attemptAt, givenUp } from '#delivery/outbox/attempt'
import { forgetRequests, isHopeless, noteRequest } from './failureRate.ts'
import { type HttpApp, httpApp, setOff, setVerified, unverifiedApps, waitingApps } from './subscribers.ts'
import { callbackOf, type Delivery, dueFor, failed, legacyToken, settle } from '#delivery/outbox/deliveries'

/** [EVT-12] Requests that one app has at a time. */
const mostAtOnce = 10
/** How long an address that did not answer its challenge is left alone, milliseconds. */
const challengeAgain = 5000
/** How often addresses are looked for that are new. */
const lookEvery = 2000
const tick = 250

/** Posts apps what is written down for them. */
export class HttpEvents {
  onAttempt: (attempt: Attempt) => void = () => {}
  readonly #store: Store
  readonly #http: AppHttp
  readonly #onDefect: (defect: unknown) => void
  readonly #ticking: NodeJS.Timeout
  /** Requests in an hour from which on an app is judged by how many failed. */
  readonly #fewestToJudge: number
  /** Of each app the conversations that have a request under way: [EVT-12] one at a time, so that it stays in order. */
  readonly #busy = new Map<string, Set<string>>()
  readonly #under = new Set<Promise<void>>()
  /** By address: when it was last challenged in vain. */
  readonly #challenged = new Map<string, number>()
  /** Apps that are being looked at; true: once more after that. */
  readonly #running = new Map<string, boolean>()
  #dueAt = 0
  #lookedAt = now()
  #stopped = false

  constructor(store: Store, http: AppHttp, onDefect: (defect: unknown) => void, fewestToJudge = 1000) {
    this.#fewestToJudge = fewestToJudge
    this.#store = store
    this.#http = http
    this.#onDefect = onDefect
    this.#ticking = setInterval(() => this.#tick(), tick).unref()
  }

  #tick(): void {
    if (now() >= this.#dueAt) this.wake()
    if (Math.abs(now() - this.#lookedAt) < lookEvery) return
    this.#lookedAt = now()
    this.#do(() => this.start())
  }

  /** [EVT-12] Challenges addresses that are new, so that a mistake is seen early. */
  async start(): Promise<void> {
    for (const { id, url } of await unverifiedApps(this.#store.db))
      if (!this.#challenged.has(url)) this.#wakeApp(id, true)
  }

  /** There may be something to send. */
  wake(): void {
    if (this.#stopped) return
    this.#dueAt = Infinity
    this.#do(async () => {
      for (const { appId, dueAt } of await waitingApps(this.#store.db)) {
        if (dueAt <= now()) this.#wakeApp(appId)
        else this.#dueAt = Math.min(this.#dueAt, dueAt)
      }
    })
  }

  /** Lets what is under way come to its end: a few seconds at most. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#ticking)
    while (this.#under.size > 0) await Promise.all(this.#under)
  }

  #do(work: () => Promise<void>): void {
    const done = work()
      .catch((defect) => {
        this.#onDefect(defect)
        this.#dueAt = Math.min(this.#dueAt, now() + 1000)
      })
      .finally(() => this.#under.delete(done))
    this.#under.add(done)
  }

  #wakeApp(appId: string, challengeOnly = false): void {
    if (this.#stopped) return
    if (this.#running.has(appId)) {
      this.#running.set(appId, true)
      return
    }
    this.#running.set(appId, false)
    this.#do(async () => {
      try {
        await this.#deliver(appId, challengeOnly)
      } finally {
        const again = this.#running.get(appId)
        this.#running.delete(appId)
        if (again) this.#wakeApp(appId)
      }
    })
  }

  async #deliver(appId: string, challengeOnly: boolean): Promise<void> {
    const app = await httpApp(this.#store.db, appId)
    if (!app || !(app.verified || (await this.#challenge(app))) || challengeOnly) return
    const busy = this.#busy.get(appId) ?? new Set()
    this.#busy.set(appId, busy)
    while (busy.size < mostAtOnce && !this.#stopped) {
      const due = await dueFor(this.#store.db, appId, 100, [...busy])
      for (const delivery of due) {
        if (busy.size === mostAtOnce || busy.has(delivery.channel_id)) continue
        busy.add(delivery.channel_id)
        this.#do(() => this.#send(app, delivery, busy))
      }
      if (due.length === 0) return
    }
  }

  async #send(app: HttpApp, delivery: Delivery, busy: Set<string>): Promise<void> {
    try {
      const at = now()
      this.onAttempt(attemptAt(delivery, 'sent', { url: shown(app.url) }))
      const reply = await this.#http.post({
        url: app.url,
        secret: app.secret,
        contentType: 'application/json',
        body: JSON.stringify(callbackOf(delivery)),
        headers: retryHeaders(delivery),
      })
      const { failure, detail, status } = reply
      this.onAttempt(
        attemptAt(delivery, failure ?? 'acknowledged', {
          at,
          url: shown(app.url),
          status,
          detail: detail || undefined,
        }),
      )
      await this.#settle(app, delivery, reply)
    } finally {
      busy.delete(delivery.channel_id)
      this.#dueAt = 0
      this.#wakeApp(app.id)
    }
  }

  /** What becomes of it, and of the app [EVT-13], is one change. */
  async #settle(app: HttpApp, delivery: Delivery, { failure, headers }: AppReply): Promise<void> {
    const refused = failure !== undefined && headers['x-slack-no-retry'] === '1'
    const { again, requests } = await this.#store.write(async (tx) => {
      const tries = failure !== undefined && !refused && (await failed(tx, delivery, failure))
      if (!tries) await settle(tx, delivery.event_id)
      const hour = await noteRequest(tx, app.id, failure !== undefined)
      if (!isHopeless(hour, this.#fewestToJudge)) return { again: tries }
      await switchOff(tx, app, hour.requests)
      return { again: tries, requests: hour.requests }
    })
    if (refused) this.onAttempt(attemptAt(delivery, 'given_up', { detail: 'The app asked for no more.' }))
    else if (failure !== undefined && !again) this.onAttempt(givenUp(delivery))
    if (requests !== undefined)
      this.onAttempt(attemptAt(delivery, 'switched_off', { detail: hopeless(requests), url: shown(app.url) }))
  }

  /** [EVT-12] Whether the address says that it expects events. */
  async #challenge(app: HttpApp): Promise<boolean> {
    const { id, url, secret } = app
    if (Math.abs(now() - (this.#challenged.get(url) ?? -Infinity)) < challengeAgain) {
      this.#dueAt = Math.min(this.#dueAt, now() + challengeAgain)
      return false
    }
    const challenge = randomBytes(24).toString('base64url')
    const event = { token: legacyToken(id, secret), challenge, type: 'url_verification' }
    const at = now()
    const reply = await this.#http.post({ url, secret, contentType: 'application/json', body: JSON.stringify(event) })
    const right = reply.failure === undefined && challengeIn(reply.body) === challenge
    this.onAttempt({
      app: id,
      team: '',
      channel: '',
      event_id: '',
      event: { type: 'url_verification' },
      envelope_id: undefined,
      url: shown(url),
      status: reply.status,
      attempt: 0,
      outcome: right ? 'acknowledged' : (reply.failure ?? 'http_error'),
      detail: right ? undefined : reply.detail || 'It did not answer with the challenge.',
      took_ms: now() - at,
    })
    if (right) {
      this.#challenged.delete(url)
      await this.#store.write((tx) => setVerified(tx, app))
      return true
    }
    this.#challenged.set(url, now())
    this.#dueAt = Math.min(this.#dueAt, now() + challengeAgain)
    return false
  }
}

/** [EVT-13] An app that takes next to nothing is left in peace. */
async function switchOff(tx: Tx, { id, name }: HttpApp, requests: number): Promise<void> {
  await setOff(tx, id)
  await forgetRequests(tx, id)
  await tellOwners(tx, id, `**The events of ${name} are switched off.** ${hopeless(requests)} ${onAgain}`)
}

function hopeless(requests: number): string {
  return `Of ${requests} requests in an hour more than 95 % failed.`
}

const onAgain =
  'Nothing that happens is kept for it meanwhile. To switch them on again, install its manifest again: ' +
  '`rivulet app install`.'

function retryHeaders({ attempt, reason }: Delivery): Record<string, string> {
  return attempt === 0 ? {} : { 'x-slack-retry-num': String(attempt), 'x-slack-retry-reason': reason }
}

/** Without what may be a secret in it. */
function shown(url: string): string {
  const { origin, pathname } = URL.canParse(url) ? new URL(url) : { origin: '', pathname: '' }
  return origin + pathname
}

/** An app may answer with the challenge as it is, as a form or as JSON. */
function challengeIn(body: string): unknown {
  const text = body.trim()
  if (text.startsWith('challenge=')) return new URLSearchParams(text).get('challenge')
  if (!text.startsWith('{')) return text
  try {
    return Reflect.get(Object(JSON.parse(text)), 'challenge')
  } catch {
    return undefined
  }
}
