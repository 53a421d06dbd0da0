import { setTimeout as sleep } from 'node:timers/promises'
import { FeedReader } from '#load/feedReader'
import { textField } from '#load/untypedFields'
import type { Node } from './node.ts'
import { pulseChannel } from './workspace.ts'

/** How long the nodes may take, on a machine that has much else to do. Milliseconds. */
const maxMs = 240_000
const retryMs = 50

/** Finds out how soon all nodes work again: each acknowledges a message, and readers at each see all of these. */
export class Pulse {
  #count = 0
  readonly #nodes: readonly Node[]
  readonly #print: (line: string) => void
  readonly #readers: FeedReader[]
  readonly #loops: Promise<void>[]
  readonly #ending = new AbortController()

  constructor(nodes: readonly Node[], cookie: string, print: (line: string) => void) {
    this.#nodes = nodes
    this.#print = print
    this.#readers = nodes.map((node) => new FeedReader(() => node.origin, cookie, [pulseChannel]))
    this.#loops = this.#readers.map((reader) => this.#read(reader))
  }

  /** Resolves with the milliseconds that it took, and with what is wrong. */
  async measure(): Promise<{ ms: number; found: string[] }> {
    this.#count++
    const began = performance.now()
    const passed = () => Math.round(performance.now() - began)
    const isLate = () => passed() > maxMs
    const acknowledgedMs = this.#nodes.map(() => 0)
    const posted = await Promise.all(
      this.#nodes.map(async (node, i) => {
        const ts = await this.#post(node, isLate)
        acknowledgedMs[i] = passed()
        return ts
      }),
    )
    const seenMs: (number | undefined)[] = this.#nodes.map(() => undefined)
    while (seenMs.includes(undefined) && !isLate()) {
      for (const [i, { seen }] of this.#readers.entries())
        if (posted.every((ts) => seen.has(`${pulseChannel}/${ts}`))) seenMs[i] ??= passed()
      await sleep(5)
    }
    const ms = Math.max(...acknowledgedMs, ...seenMs.map((at) => at ?? maxMs))
    this.#print(
      `cluster: every node has acknowledged (${acknowledgedMs.join(', ')} ms), and its reader has seen all (${seenMs.join(', ')} ms)`,
    )
    for (const { seen } of this.#readers) seen.clear()
    if (!seenMs.includes(undefined)) return { ms, found: [] }
    const late = this.#nodes.filter((_, i) => posted[i] === undefined).map(({ name }) => `${name} acknowledges nothing`)
    const blind = this.#nodes.filter((_, i) => seenMs[i] === undefined).map(({ name }) => name)
    return { ms, found: [...late, `after ${maxMs / 1000} s, the readers at ${blind.join(' and ')} do not see all`] }
  }

  /** Posts a message at this node. Resolves with its ts, or undefined if that is not done in time. */
  async #post(node: Node, isLate: () => boolean): Promise<string | undefined> {
    const text = `${node.name} works, ${this.#count}`
    while (!isLate()) {
      const args = { channel: pulseChannel, text, client_msg_id: text }
      const answer = await node.client.call('chat.postMessage', args).catch(() => undefined)
      if (answer?.ok) return textField(answer.body, 'ts')
      await sleep(retryMs)
    }
    return undefined
  }

  async #read(reader: FeedReader): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      const connection = await reader.connectOnce().catch(() => undefined)
      await (connection?.ended ?? sleep(retryMs, undefined, { signal }).catch(() => {}))
      reader.cut()
    }
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    for (const reader of this.#readers) reader.cut()
    await Promise.all(this.#loops)
  }
}
