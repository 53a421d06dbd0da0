import { setTimeout as sleep } from 'node:timers/promises'
import { FeedReader } from '#load/feedReader'
import type { Random } from '#load/random'

/** How long the readers may make no progress towards the end, on a machine that has much else to do. */
const settleMs = 60_000

/** A stream as it is stored. */
export interface ExpectedStream {
  root: string
  text: string
}

/** People who read at any node, and come again at another one when their connection ends, or after a while. */
export class Readers {
  reconnects = 0
  readonly #readers: FeedReader[]
  readonly #loops: Promise<void>[]
  readonly #ending = new AbortController()
  /** Settles as soon as readers may leave a connection that works. */
  #mayLeave = Promise.resolve()

  constructor(
    origins: () => readonly string[],
    { cookie, channels, count }: { cookie: string; channels: readonly string[]; count: number },
    random: Random,
  ) {
    const pickOrigin = () => random.pick(origins())
    this.#readers = Array.from({ length: count }, () => new FeedReader(pickOrigin, cookie, channels))
    this.#loops = this.#readers.map((reader) => this.#read(reader, random))
  }

  async #read(reader: FeedReader, random: Random): Promise<void> {
    const { signal } = this.#ending
    const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})
    while (!signal.aborted) {
      const connection = await reader.connectOnce().catch(() => undefined)
      const leaving = async () => {
        await pause(random.between(2000, 15_000))
        await this.#mayLeave
      }
      await (connection ? Promise.race([leaving(), connection.ended]) : pause(random.between(100, 1000)))
      this.reconnects++
      reader.cut()
    }
  }

  sum(field: 'resumed' | 'deltas'): number {
    return this.#readers.reduce((sum, reader) => sum + reader[field], 0)
  }

  /** How connections ended that the readers did not end, and how often. */
  get losses(): Record<string, number> {
    const sum = new Map<string, number>()
    for (const { losses } of this.#readers) for (const [how, count] of losses) sum.set(how, (sum.get(how) ?? 0) + count)
    return Object.fromEntries(sum)
  }

  /**
   * Waits until all have seen these streams, by channel and ts. Meanwhile nobody leaves a connection that works. Returns what
   * they did not see, and what they should not have seen. Then they forget what they have seen.
   */
  async settle(streams: ReadonlyMap<string, ExpectedStream>): Promise<string[]> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#mayLeave = promise
    const texts = new Map([...streams].map(([key, { text }]) => [key, text]))
    const roots = new Map([...streams].map(([key, { root }]) => [key, root]))
    const differing = (reader: FeedReader) => reader.findDifferences(texts)
    let behind = this.#readers
    let missing = Infinity
    let deadline = Infinity
    while (behind.length > 0 && performance.now() < deadline) {
      for (const reader of behind) reader.askForOlder(roots)
      await sleep(200)
      const counts = behind.map((reader) => differing(reader).length)
      const left = counts.reduce((sum, count) => sum + count, 0)
      if (left < missing) deadline = performance.now() + settleMs
      missing = left
      behind = behind.filter((_, i) => counts[i] !== 0)
    }
    const found = this.#readers.flatMap((reader) => [...differing(reader), ...reader.faults])
    for (const reader of this.#readers) reader.forget()
    resolve()
    return found
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    for (const reader of this.#readers) reader.cut()
    await Promise.all(this.#loops)
  }
}
