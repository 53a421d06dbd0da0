import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { listSequences } from '#domain/log/numbers'
import { countOpenStreams } from '#domain/streams/read'
import type { Connections } from '#http/connections/connections'
import type { Store } from '#store/db'

/** Calls of one method that are not counted yet. Looking labels up for each call would cost more than checking its token. */
interface Tally {
  outcomes: Map<string, { count: number }>
  seconds: number[]
}

const maxTallySize = 1000

/** How long a reader of the metrics waits for the database, milliseconds. */
const databaseMs = 1500

/** The metrics of the process, for Prometheus. Labels hold methods and error codes, never anything of a team. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #calls: Counter<'method' | 'outcome'>
  readonly #seconds: Histogram<'method'>
  readonly #tallies = new Map<string, Tally>()

  /** `areRead`: whether anybody can read them. Only then the process is observed, which goes on as long as it lives. */
  constructor(
    store: Store,
    viewers: () => number,
    connections: Connections,
    errors: { readonly count: number },
    areRead: boolean,
  ) {
    const registers = [this.#registry]
    if (areRead) collectDefaultMetrics({ register: this.#registry })
    this.#calls = new Counter({
      name: 'rivulet_api_calls_total',
      help: 'Calls of the Web API. outcome: ok, or the error code.',
      labelNames: ['method', 'outcome'],
      registers,
    })
    this.#seconds = new Histogram({
      name: 'rivulet_api_call_seconds',
      help: 'Seconds from recognizing a call to writing its answer.',
      labelNames: ['method'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    })
    new Counter({
      name: 'rivulet_defects_total',
      help: 'Unexpected errors, without those of a database or bucket that is away. The log has the stack of the first of each kind.',
      registers,
      collect() {
        this.reset()
        this.inc(errors.count)
      },
    })
    const gauge = (name: string, help: string, read: () => number | Promise<number>): Gauge =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = await within(databaseMs, read())
          if (value === undefined) this.remove()
          else this.set(value)
        },
      })
    new Counter({
      name: 'rivulet_connections_refused_total',
      help: 'Connections that were closed at once. limit: all, or address, for one address has too many.',
      labelNames: ['limit'],
      registers,
      collect() {
        this.reset()
        for (const [limit, count] of Object.entries(connections.refused)) this.inc({ limit }, count)
      },
    })
    gauge('rivulet_connections', 'Open connections, WebSockets too.', () => connections.count)
    gauge('rivulet_waiting_bytes', 'Bytes of bodies and answers that wait for their connections.', () => {
      return connections.waiting.total
    })
    gauge('rivulet_viewers', 'Browsers connected to the feed.', viewers)
    gauge('rivulet_database_up', 'Whether the database can be used (1), as /health/ready sees it.', () => {
      return store.ping().then(
        () => 1,
        () => 0,
      )
    })
    gauge('rivulet_streams_open', 'Open streams.', () => countOpenStreams(store.db))
    gauge(
      'rivulet_log_entries',
      'The number of the newest log entry; on PostgreSQL the sum over all teams.',
      async () => {
        return (await listSequences(store.db)).reduce((sum, { newest }) => sum + newest, 0)
      },
    )
  }

  /** [BUS-2, BUS-3] What shows that the processes of a database reach each other. */
  addBus(bus: { readonly isUp: boolean }, windows: { readonly countedAlone: number }): void {
    const registers = [this.#registry]
    new Gauge({
      name: 'rivulet_bus_up',
      help: 'Whether Redis is there (1). Without it, what other processes do is seen up to half a second late.',
      registers,
      collect() {
        this.set(Number(bus.isUp))
      },
    })
    new Counter({
      name: 'rivulet_calls_counted_alone_total',
      help: 'Calls with a rate limit that this process counted alone, because Redis did not answer.',
      registers,
      collect() {
        this.reset()
        this.inc(windows.countedAlone)
      },
    })
  }

  /** `method` has to exist: names that callers make up must not become labels. */
  countCall(method: string, outcome: string, milliseconds: number): void {
    let tally = this.#tallies.get(method)
    if (!tally) this.#tallies.set(method, (tally = { outcomes: new Map(), seconds: [] }))
    const outcomes = tally.outcomes.get(outcome)
    if (outcomes) outcomes.count++
    else tally.outcomes.set(outcome, { count: 1 })
    if (tally.seconds.push(milliseconds / 1000) >= maxTallySize) this.#countTally(method, tally)
  }

  #countTally(method: string, { outcomes, seconds }: Tally): void {
    for (const [outcome, { count }] of outcomes) this.#calls.inc({ method, outcome }, count)
    outcomes.clear()
    const histogram = this.#seconds.labels(method)
    for (const each of seconds.splice(0)) histogram.observe(each)
  }

  text(): Promise<string> {
    for (const [method, tally] of this.#tallies) this.#countTally(method, tally)
    return this.#registry.metrics()
  }

  get contentType(): string {
    return this.#registry.contentType
  }
}

/** The value, or undefined if the database does not say it or takes too long: all other metrics can still be read. */
async function within(milliseconds: number, asked: number | Promise<number>): Promise<number | undefined> {
  if (typeof asked === 'number') return asked
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), milliseconds)
  const value = asked.catch(() => undefined)
  return Promise.race([value, late]).finally(() => clearTimeout(timer))
}

export function metricsRoutes(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}
