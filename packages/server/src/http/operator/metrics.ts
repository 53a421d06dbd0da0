import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { newestSeq } from '#domain/log/entry'
import { countOpenStreams } from '#domain/streams/head'
import type { Store } from '#store/db'

/** Who may read `/metrics`: this machine alone, anybody, or nobody. */
export type MetricsDoor = 'local' | 'open' | 'off'

/** Calls of one method that are not counted yet: to look labels up for each of them costs more than to check its token. */
interface Tally {
  outcomes: Map<string, { count: number }>
  seconds: number[]
}

const longestTally = 1000

/** What the process counts, for Prometheus. No label holds anything of a team: methods and error words alone. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #calls: Counter<'method' | 'outcome'>
  readonly #seconds: Histogram<'method'>
  readonly #defects: Counter
  readonly #tallies = new Map<string, Tally>()

  constructor(store: Store, viewers: () => number) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#calls = new Counter({
      name: 'rivulet_api_calls_total',
      help: 'Calls of the Web API. outcome: ok, or the error word.',
      labelNames: ['method', 'outcome'],
      registers,
    })
    this.#seconds = new Histogram({
      name: 'rivulet_api_call_seconds',
      help: 'From a call being known to its answer being written.',
      labelNames: ['method'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    })
    this.#defects = new Counter({
      name: 'rivulet_defects_total',
      help: 'Errors that are ours; each is in the log with its stack.',
      registers,
    })
    const gauge = (name: string, help: string, read: () => number | Promise<number>): Gauge =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read())
        },
      })
    gauge('rivulet_viewers', 'Browsers that are connected to the feed.', viewers)
    gauge('rivulet_streams_open', 'Replies that are being written.', () => countOpenStreams(store.db))
    gauge('rivulet_log_entries', 'The number of the newest entry of the log.', () => newestSeq(store.db))
  }

  /** `method` is one that exists: what callers make up must not become a label. */
  call(method: string, outcome: string, milliseconds: number): void {
    let tally = this.#tallies.get(method)
    if (!tally) this.#tallies.set(method, (tally = { outcomes: new Map(), seconds: [] }))
    const outcomes = tally.outcomes.get(outcome)
    if (outcomes) outcomes.count++
    else tally.outcomes.set(outcome, { count: 1 })
    if (tally.seconds.push(milliseconds / 1000) >= longestTally) this.#add(method, tally)
  }

  #add(method: string, { outcomes, seconds }: Tally): void {
    for (const [outcome, { count }] of outcomes) this.#calls.inc({ method, outcome }, count)
    outcomes.clear()
    const timed = this.#seconds.labels(method)
    for (const each of seconds.splice(0)) timed.observe(each)
  }

  defect(): void {
    this.#defects.inc()
  }

  text(): Promise<string> {
    for (const [method, tally] of this.#tallies) this.#add(method, tally)
    return this.#registry.metrics()
  }

  get contentType(): string {
    return this.#registry.contentType
  }
}

export function metricsRoute(app: FastifyInstance, metrics: Metrics, door: MetricsDoor): void {
  if (door === 'off') return
  app.get('/metrics', async (request, reply) => {
    if (door === 'local' && !isLocal(request)) {
      return reply.code(403).send({
        error: 'access_denied',
        detail: 'Metrics are told to this machine alone. Set `metrics: open` where the network guards them.',
      })
    }
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/** What a proxy on this machine passes on is not from this machine. */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? ''
  const forwarded = headers['x-forwarded-for'] ?? headers['forwarded'] ?? headers['x-real-ip'] ?? headers['via']
  return forwarded === undefined && (address === '::1' || /^(::ffff:)?127\./.test(address))
}
