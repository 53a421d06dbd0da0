import { setTimeout as sleep } from 'node:timers/promises'
import { SocketModeClient, LogLevel } from '@slack/socket-mode'
import type { Ledger } from '#check/ledger'
import { field, textField } from '#load/untypedFields'
import { appToken } from './workspace.ts'

/** How many processes of the app there are, with a socket each. */
const clientCount = 3
/** An event that an app has not acknowledged twice is sent again after a minute. */
const settleMs = 100_000

/** What the official client hands on. */
interface Received {
  ack: () => Promise<void>
  body: unknown
  event: unknown
  retry_num?: number
}

/** An app with the official Socket Mode client, several times, that counts the events of messages in channels. */
export class CountingApp {
  /** Of how many messages it had no event when the last of their part was acknowledged. */
  late = 0
  /** Events that came again, as repetitions. */
  repeated = 0
  readonly faults: string[] = []
  /** By channel and ts: the id of the event about it. */
  readonly #events = new Map<string, string>()
  /** By channel and ts: until when the event about it has to come. */
  readonly #awaited = new Map<string, number>()
  readonly #clients: SocketModeClient[]

  /** `api`: where it opens its sockets. */
  static async start(api: string): Promise<CountingApp> {
    const app = new CountingApp(api)
    await Promise.all(app.#clients.map((client) => client.start()))
    return app
  }

  private constructor(api: string) {
    this.#clients = Array.from({ length: clientCount }, () => {
      const retryConfig = { retries: 1000, minTimeout: 100, maxTimeout: 1000 }
      const clientOptions = { slackApiUrl: api, timeout: 5000, retryConfig }
      const client = new SocketModeClient({ appToken, clientOptions, logLevel: LogLevel.ERROR, logger: silent })
      client.on('message', (received: Received) => this.#receive(received))
      return client
    })
  }

  get count(): number {
    return this.#events.size
  }

  #receive({ ack, body, event, retry_num: retry = 0 }: Received): void {
    ack().catch(() => {}) // the socket has closed: the event comes again
    if (field(event, 'subtype') !== undefined) return
    const key = `${textField(event, 'channel')}/${textField(event, 'ts')}`
    const id = textField(body, 'event_id')
    const known = this.#events.get(key)
    this.#events.set(key, id)
    this.#awaited.delete(key)
    if (known === undefined) return
    this.repeated++
    if (known !== id) this.faults.push(`the app got two events about ${key}: ${known} and ${id}`)
    else if (retry === 0) this.faults.push(`the app got the event ${id} about ${key} again, not as a repetition`)
  }

  /** From now on it waits for the events of all messages that were acknowledged. Returns what is wrong so far. */
  expect(ledger: Ledger): string[] {
    const now = performance.now()
    const overdue = [...this.#awaited].filter(([, deadline]) => deadline < now).map(([key]) => key)
    for (const [channel, calls] of ledger.callsWithTs) {
      if (!channel.startsWith('C')) continue
      const keys = calls.filter(({ ackedAt }) => ackedAt < Infinity).map(({ ts }) => `${channel}/${ts}`)
      const missing = keys.filter((key) => !this.#events.has(key))
      for (const key of missing.filter((known) => !this.#awaited.has(known))) {
        this.#awaited.set(key, now + settleMs)
        this.late++
      }
    }
    return [...overdue.map((key) => `the app did not get the event about ${key} in time`), ...this.faults]
  }

  /** Waits for all events. Returns what is wrong, and says where those are that do not come. */
  async finish(describeEvents: () => Promise<string[]>): Promise<string[]> {
    const deadline = Math.max(0, ...this.#awaited.values())
    while (this.#awaited.size > 0 && performance.now() < deadline) await sleep(100)
    const missing = [...this.#awaited.keys()].map((key) => `the app never got the event about ${key}`)
    const left = missing.length > 0 ? [`of the events: ${(await describeEvents()).join('; ')}`] : []
    return [...left, ...missing, ...this.faults]
  }

  async stop(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.disconnect()))
  }
}

const silent = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
}
