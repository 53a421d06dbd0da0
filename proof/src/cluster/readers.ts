import { setTimeout as sleep } from 'node:timers/promises'
import { FeedReader } from '#load/feedReader'
import type { Random } from '#load/random'
import { targets } from '#load/workspace'
import type { Node } from './node.ts'

/** How long the readers may take to see the end, on a machine that has much else to do. */
const settleMs = 60_000

/** People who read at any node, and come again at another one when their connection ends, or after a while. */
export class Readers {
  reconnects = 0
  readonly channels = [...new Set(targets.map(({ channel }) => channel))].filter((channel) => channel.startsWith('C'))
  readonly #readers: FeedReader[]
  readonly #loops: Promise<void>[]
  readonly #ending = new AbortController()

  constructor(nodes: readonly Node[], cookie: string, random: Random, count: number) {
    const pickOrigin = () => random.pick(nodes).origin
    this.#readers = Array.from({ length: count }, () => new FeedReader(pickOrigin, cookie, this.channels))
    this.#loops = this.#readers.map((reader) => this.#read(reader, random))
  }

  async #read(reader: FeedReader, random: Random): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      const connection = await reader.connectOnce().catch(() => undefined)
      const pause = sleep(connection ? random.between(2000, 15_000) : 100, undefined, { signal }).catch(() => {})
      await (connection ? Promise.race([pause, connection.ended]) : pause)
      this.reconnects++
      reader.cut()
    }
  }

  sum(field: 'resumed' | 'deltas'): number {
    return this.#readers.reduce((sum, reader) => sum + reader[field], 0)
  }

  /** Waits until all have seen these texts. Returns what they did not see, and what they should not have seen. */
  async finish(expected: ReadonlyMap<string, string>): Promise<string[]> {
    const deadline = performance.now() + settleMs
    const differing = () => this.#readers.flatMap((reader) => reader.findDifferences(expected))
    while (differing().length > 0 && performance.now() < deadline) await sleep(200)
    return [...differing(), ...this.#readers.flatMap((reader) => reader.faults)]
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    for (const reader of this.#readers) reader.cut()
    await Promise.all(this.#loops)
  }
}
