import type { EventFaults } from '#domain/faults/eventFaults'
import type { ServerNode } from '#domain/nodes/serverNode'
import type { Clock } from '#store/clock'
import type { Store } from '#store/db'
import type { AppHttpClient, AppReply } from './appHttpClient.ts'
import type { DeliveryLeases } from '#delivery/outbox/leases'
import { PerAppQueue } from '#delivery/outbox/perAppQueue'
import { type Attempt, toAttempt, givenUpAttempt } from '#delivery/outbox/attempt'
import { challengeRetryMs, postChallenge } from './challenge.ts'
import { afterFault, firstOfEachChannel, retryHeaders } from './eventRequests.ts'
import { isFailing, countRequest } from './failureRate.ts'
import { failureMessage, switchOffAndTellOwners } from './switchOff.ts'
import {
  type HttpApp,
  findHttpApp,
  markVerified,
  listUnverifiedApps,
  listAppsWithDeliveries,
  withoutSecrets,
} from './httpApps.ts'
import { toEventPayload } from '#delivery/outbox/eventPayload'
import { scheduleRetry, deleteDelivery } from '#delivery/outbox/deliveries'
import { type Delivery, listSendableDeliveries } from '#delivery/outbox/dueDeliveries'

/** [EVT-12] How many requests to one app may be under way. */
const maxConcurrentRequests = 10
/** How often to look for new addresses. */
const addressCheckMs = 2000
const tickMs = 250
/** How often to look for what other nodes have left or recorded. */
const lookMs = 1000

/** Posts deliveries to apps that do not use Socket Mode. */
export class HttpEvents {
  onAttempt: (attempt: Attempt) => void = () => {}
  /** In development: the faults that deliveries meet. */
  faults: EventFaults | undefined
  readonly #store: Store
  readonly #node: ServerNode
  readonly #leases: DeliveryLeases
  readonly #clock: Clock
  readonly #http: AppHttpClient
  readonly #onUnexpectedError: (error: unknown) => void
  #ticker: NodeJS.Timeout | undefined
  /** With fewer requests than this in an hour, events are never switched off. */
  readonly #minRequests: number
  /** [EVT-12] By app: the channels with a request under way. There is one at a time, which keeps events in order. */
  readonly #busyChannels = new Map<string, Set<string>>()
  readonly #pending = new Set<Promise<void>>()
  /** By address: when a challenge last failed. */
  readonly #failedChallenges = new Map<string, number>()
  readonly #runs = new PerAppQueue()
  #dueAt = 0
  #lookedAt = 0
  #checkedAt: number
  #isStopped = false

  constructor(
    store: Store,
    node: ServerNode,
    leases: DeliveryLeases,
    http: AppHttpClient,
    onUnexpectedError: (error: unknown) => void,
    minRequests = 1000,
  ) {
    this.#node = node
    this.#leases = leases
    this.#minRequests = minRequests
    this.#store = store
    this.#clock = store.db.clock
    this.#checkedAt = this.#clock.now()
    this.#http = http
    this.#onUnexpectedError = onUnexpectedError
  }

  #tick(): void {
    if (this.#clock.now() >= this.#dueAt || this.#mustLook) this.wake()
    if (Math.abs(this.#clock.now() - this.#checkedAt) < addressCheckMs) return
    this.#checkedAt = this.#clock.now()
    this.#run(() => this.#checkAddresses())
  }

  get #mustLook(): boolean {
    return !this.#store.db.cache.isSingleWriter && performance.now() - this.#lookedAt >= lookMs
  }

  async start(): Promise<void> {
    this.#ticker = setInterval(() => this.#tick(), tickMs).unref()
    await this.#checkAddresses()
  }

  /** [EVT-12] Challenges new addresses, so that mistakes show early. One node does it for all. */
  async #checkAddresses(): Promise<void> {
    if (!this.#node.sweeps) return
    const failed = new Set(this.#failedChallenges.keys())
    const unverified = await listUnverifiedApps(this.#store.db)
    // One that no app has any more is challenged when it is set again.
    for (const url of failed.difference(new Set(unverified.map((app) => app.url)))) this.#failedChallenges.delete(url)
    for (const { id, url } of unverified) if (!this.#failedChallenges.has(url)) this.#wakeApp(id, true)
  }

  /** Looks for deliveries to send. */
  wake(): void {
    if (this.#isStopped) return
    this.#dueAt = Infinity
    this.#lookedAt = performance.now()
    this.#run(async () => {
      for (const { appId, dueAt } of await listAppsWithDeliveries(this.#store.db)) {
        if (dueAt <= this.#clock.now()) this.#wakeApp(appId)
        else this.#dueAt = Math.min(this.#dueAt, dueAt)
      }
    })
  }

  /** Waits for the requests under way, a few seconds at most. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#ticker)
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  #run(work: () => Promise<void>): void {
    const done = work()
      .catch((error) => {
        this.#onUnexpectedError(error)
        this.#dueAt = Math.min(this.#dueAt, this.#clock.now() + tickMs)
      })
      .finally(() => this.#pending.delete(done))
    this.#pending.add(done)
  }

  #wakeApp(appId: string, challengeOnly = false): void {
    if (this.#isStopped) return
    this.#run(() => {
      return this.#runs.run(
        appId,
        () => this.#deliver(appId, challengeOnly),
        () => this.#wakeApp(appId),
      )
    })
  }

  async #deliver(appId: string, challengeOnly: boolean): Promise<void> {
    const app = await findHttpApp(this.#store.db, appId)
    if (!app || !(app.isVerified || (this.#node.sweeps && (await this.#challenge(app)))) || challengeOnly) return
    const busy = this.#busyChannels.get(appId) ?? new Set()
    this.#busyChannels.set(appId, busy)
    while (busy.size < maxConcurrentRequests && !this.#isStopped) {
      const where = { exceptChannels: [...busy], node: this.#node.id }
      const next = firstOfEachChannel(await listSendableDeliveries(this.#store.db, this.faults, appId, 100, where))
      this.#dueAt = Math.min(this.#dueAt, this.faults?.held(appId).until ?? Infinity)
      const taken = await this.#leases.take(next.slice(0, maxConcurrentRequests - busy.size), maxConcurrentRequests)
      if (this.#isStopped) return this.#leases.giveBack(taken)
      for (const delivery of taken) {
        busy.add(delivery.channel_id)
        this.#run(() => this.#send(app, delivery, busy))
      }
      if (taken.length > 0) continue
      // What is being sent over a socket is looked at again soon. Several nodes look anyway.
      if (next.length > 0 && this.#store.db.cache.isSingleWriter) this.#dueAt = Math.min(this.#dueAt, this.#clock.now())
      return
    }
  }

  async #send(app: HttpApp, delivery: Delivery, busy: Set<string>): Promise<void> {
    try {
      const at = this.#clock.now()
      this.onAttempt(toAttempt(delivery, 'sent', { url: withoutSecrets(app.url) }))
      const answered = await this.#http.post({
        url: app.url,
        secret: app.secret,
        contentType: 'application/json',
        body: JSON.stringify(toEventPayload(delivery)),
        headers: retryHeaders(delivery),
      })
      const reply = afterFault(answered, this.faults, delivery)
      const { failure, detail, status } = reply
      this.onAttempt(
        toAttempt(delivery, failure ?? 'acknowledged', {
          took_ms: this.#clock.now() - at,
          url: withoutSecrets(app.url),
          status,
          detail: detail || undefined,
        }),
      )
      await this.#recordReply(app, delivery, reply)
    } finally {
      this.#leases.release(delivery.event_id)
      busy.delete(delivery.channel_id)
      this.#dueAt = 0
      this.#wakeApp(app.id)
    }
  }

  /** Updates the delivery and, if too many requests fail, the app [EVT-13], in one transaction. */
  async #recordReply(app: HttpApp, delivery: Delivery, { failure, headers }: AppReply): Promise<void> {
    const isRetryRefused = failure !== undefined && headers['x-slack-no-retry'] === '1'
    const { willRetry, requests } = await this.#store.write(async (tx) => {
      const willRetry =
        failure !== undefined && !isRetryRefused && (await scheduleRetry(tx, delivery, failure, this.#node.id))
      if (!willRetry) await deleteDelivery(tx, delivery.event_id)
      const counts = await countRequest(tx, app.id, failure !== undefined)
      if (!isFailing(counts, this.#minRequests)) return { willRetry }
      await switchOffAndTellOwners(tx, app, counts.requests)
      return { willRetry, requests: counts.requests }
    })
    if (isRetryRefused)
      this.onAttempt(toAttempt(delivery, 'given_up', { detail: 'The app asked for no more attempts.' }))
    else if (failure !== undefined && !willRetry) this.onAttempt(givenUpAttempt(delivery))
    if (requests !== undefined)
      this.onAttempt(
        toAttempt(delivery, 'switched_off', { detail: failureMessage(requests), url: withoutSecrets(app.url) }),
      )
  }

  /** [EVT-12] Whether the address answers a challenge, which shows that it expects events. */
  async #challenge(app: HttpApp): Promise<boolean> {
    const { id, url } = app
    if (Math.abs(this.#clock.now() - (this.#failedChallenges.get(url) ?? -Infinity)) < challengeRetryMs) {
      this.#dueAt = Math.min(this.#dueAt, this.#clock.now() + challengeRetryMs)
      return false
    }
    const at = this.#clock.now()
    const { hasPassed, reply } = await postChallenge(this.#http, app)
    this.onAttempt({
      app: id,
      team: '',
      channel: '',
      event_id: '',
      event: { type: 'url_verification' },
      envelope_id: undefined,
      url: withoutSecrets(url),
      status: reply.status,
      attempt: 0,
      outcome: hasPassed ? 'acknowledged' : (reply.failure ?? 'http_error'),
      detail: hasPassed ? undefined : reply.detail || 'The app did not answer with the challenge.',
      took_ms: this.#clock.now() - at,
    })
    if (hasPassed) {
      this.#failedChallenges.delete(url)
      await this.#store.write((tx) => markVerified(tx, app))
      return true
    }
    this.#failedChallenges.set(url, this.#clock.now())
    this.#dueAt = Math.min(this.#dueAt, this.#clock.now() + challengeRetryMs)
    return false
  }
}
