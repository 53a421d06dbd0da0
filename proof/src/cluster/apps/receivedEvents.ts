import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from '#check/ledger'
import { field, textField } from '#load/untypedFields'

/** An event that an app has not acknowledged twice is sent again after a minute. */
const settleMs = 100_000

/** The events of messages that an app has got, and those that it still has to get. */
export class ReceivedEvents {
  /** Of how many messages it had no event when the last of their part was acknowledged. */
  late = 0
  /** Events that came again, as repetitions. */
  repeated = 0
  readonly faults: string[] = []
  readonly #app: string
  readonly #isIn: (channel: string) => boolean
  /** By channel and ts: the id of the event about it. */
  readonly #events = new Map<string, string>()
  /** By channel and ts: until when the event about it has to come. */
  readonly #awaited = new Map<string, number>()

  /** `app`: its name, for what is wrong. `isIn`: whether it gets the messages of a channel. */
  constructor(app: string, isIn: (channel: string) => boolean) {
    this.#app = app
    this.#isIn = isIn
  }

  get count(): number {
    return this.#events.size
  }

  /** `body`: what was sent, with the event in it. `retry`: how often it was sent before, as the server says. */
  add(body: unknown, retry: number): void {
    const event = field(body, 'event')
    if (field(event, 'subtype') !== undefined) return
    const key = `${textField(event, 'channel')}/${textField(event, 'ts')}`
    const id = textField(body, 'event_id')
    const known = this.#events.get(key)
    this.#events.set(key, id)
    this.#awaited.delete(key)
    if (known === undefined) return
    this.repeated++
    if (known !== id) this.faults.push(`${this.#app} got two events about ${key}: ${known} and ${id}`)
    else if (retry === 0) this.faults.push(`${this.#app} got the event ${id} about ${key} again, not as a repetition`)
  }

  /** From now on the events of all messages that were acknowledged are waited for. Returns what is wrong so far. */
  expect(ledger: Ledger): string[] {
    const now = performance.now()
    const overdue = [...this.#awaited].filter(([, deadline]) => deadline < now).map(([key]) => key)
    for (const [channel, calls] of ledger.callsWithTs) {
      if (!this.#isIn(channel)) continue
      const keys = calls.filter(({ ackedAt }) => ackedAt < Infinity).map(({ ts }) => `${channel}/${ts}`)
      const missing = keys.filter((key) => !this.#events.has(key))
      for (const key of missing.filter((known) => !this.#awaited.has(known))) {
        this.#awaited.set(key, now + settleMs)
        this.late++
      }
    }
    return [...overdue.map((key) => `${this.#app} did not get the event about ${key} in time`), ...this.faults]
  }

  /** Waits for all events. Returns what is wrong, and says where those are that do not come. */
  async finish(describeEvents: () => Promise<string[]>): Promise<string[]> {
    const deadline = Math.max(0, ...this.#awaited.values())
    while (this.#awaited.size > 0 && performance.now() < deadline) await sleep(100)
    const missing = [...this.#awaited.keys()].map((key) => `${this.#app} never got the event about ${key}`)
    const left = missing.length > 0 ? [`of the events: ${(await describeEvents()).join('; ')}`] : []
    return [...left, ...missing, ...this.faults]
  }
}
