import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, CallSeries, type Ledger, markAcknowledged, markRefused, type StreamRecord } from '#check/ledger'
import type { Answer } from '#load/client'
import { isOpen } from '#load/load'
import type { Random } from '#load/random'
import { textField } from '#load/untypedFields'
import type { WriteTarget } from '#load/workspace'
import type { Node } from './node.ts'

/** How long a call may be repeated: all faults are healed long before. */
const maxRepeatMs = 240_000
/** How long a writer waits between two appends at most: an agent does not write faster. */
const maxPauseMs = 150
const notStreaming = 'message_not_in_streaming_state'

export interface WritersOptions {
  targets: readonly WriteTarget[]
  writersPerStream: number
  /** Errors of servers that are broken on purpose. Calls that get them are refused. */
  tolerated: readonly string[]
}

/**
 * Writes to a cluster as apps do: a writer goes on at another node if the one it asks does not answer, or sends it away.
 * What has a key is repeated until it is answered. The appends of every other stream have none, and are not repeated:
 * then nobody knows whether they took effect.
 */
export class ClusterWriters {
  longestCallMs = 0
  repeated = 0
  readonly #nodes: readonly Node[]
  readonly #ledger: Ledger
  readonly #random: Random
  readonly #tolerated: readonly string[]
  readonly #writersPerStream: number
  readonly #writers: Promise<void>[] = []
  #running = true

  constructor(
    nodes: readonly Node[],
    ledger: Ledger,
    random: Random,
    { targets, tolerated, writersPerStream }: WritersOptions,
  ) {
    this.#tolerated = tolerated
    this.#writersPerStream = writersPerStream
    this.#nodes = nodes
    this.#ledger = ledger
    this.#random = random
    for (const target of targets) this.#writers.push(this.#writeStreams(target), this.#writePosts(target))
  }

  /** Begins nothing new, and waits until everything was answered. */
  async stop(): Promise<void> {
    this.#running = false
    await Promise.all(this.#writers)
  }

  async #writeStreams(target: WriteTarget): Promise<void> {
    while (this.#running) {
      const stream = await this.#startStream(target)
      if (!stream) return
      const length = this.#random.between(10, 120)
      const isKeyed = this.#random.chance(0.5)
      await Promise.all(
        Array.from({ length: this.#writersPerStream }, () => this.#appendUntil(stream, length, isKeyed)),
      )
      if (stream.deltas.calls.length >= length) await this.#stopStream(stream)
    }
  }

  async #startStream(target: WriteTarget): Promise<StreamRecord | undefined> {
    const name = `stream ${this.#ledger.streams.length}-${this.#random.between(0, 1e9)} in ${target.channel}`
    const rootCall = new CallSeries('root').addCall()
    const post = { channel: target.channel, text: `Go on, ${name}`, client_msg_id: name }
    const root = await this.#repeat(rootCall, 'chat.postMessage', post)
    if (root === undefined) return undefined
    const start = new CallSeries('start').addCall()
    const args = { channel: target.channel, thread_ts: root, ...target.recipient, client_msg_id: `${name}, its stream` }
    const ts = await this.#repeat(start, 'chat.startStream', args)
    if (ts === undefined) return undefined
    this.#ledger.addTs(target.channel, rootCall)
    this.#ledger.addTs(target.channel, start)
    const stream = { target, root, ts, start, deltas: new CallSeries(name), stop: undefined }
    this.#ledger.streams.push(stream)
    return stream
  }

  async #appendUntil(stream: StreamRecord, length: number, isKeyed: boolean): Promise<void> {
    let node = this.#random.pick(this.#nodes)
    while (this.#running && isOpen(stream) && stream.deltas.calls.length < length) {
      await sleep(this.#random.between(0, maxPauseMs))
      if (!isOpen(stream)) return
      const call = stream.deltas.addCall()
      const mark = stream.deltas.toMark(call.n)
      const args = { channel: stream.target.channel, ts: stream.ts, markdown_text: mark }
      if (isKeyed) await this.#repeat(call, 'chat.appendStream', args, mark)
      else {
        const answer = await this.#ask(node, 'chat.appendStream', args)
        if (answer) this.#settle(call, 'chat.appendStream', answer)
        if (!answer?.ok || this.#random.chance(0.1)) node = await this.#moveFrom(node)
      }
    }
  }

  /** Once it is stopped, no node takes another append. */
  async #stopStream(stream: StreamRecord): Promise<void> {
    const { channel } = stream.target
    stream.stop = new CallSeries('stop').addCall()
    const stopped = await this.#repeat(stream.stop, 'chat.stopStream', { channel, ts: stream.ts }, stream.deltas.name)
    if (stopped === undefined) return
    for (const node of this.#nodes) {
      const args = { channel, ts: stream.ts, markdown_text: 'late;' }
      const answer = await this.#ask(node, 'chat.appendStream', args)
      if (!answer || answer.error === notStreaming || answer.error === 'service_unavailable') continue
      this.#ledger.unexpected.push(
        `${stream.deltas.name} was stopped, and ${node.name} answered ${JSON.stringify(answer.body)}`,
      )
    }
  }

  async #writePosts(target: WriteTarget): Promise<void> {
    const series = this.#ledger.findPosts(target)
    while (this.#running) {
      const call = series.addCall()
      const text = series.toMark(call.n)
      const args = { channel: target.channel, thread_ts: target.root, text }
      if (
        (await this.#repeat(call, 'chat.postMessage', args, `${target.channel} ${target.root} ${text}`)) !== undefined
      )
        this.#ledger.addTs(target.channel, call)
      await sleep(100)
    }
  }

  /** Repeats a call that has a key until it is answered. Returns the ts if it was acknowledged. */
  async #repeat(call: Call, method: string, args: Record<string, string>, key?: string): Promise<string | undefined> {
    const began = performance.now()
    let node = this.#random.pick(this.#nodes)
    while (performance.now() - began < maxRepeatMs) {
      const answer = await this.#ask(node, method, args, key)
      if (answer && answer.error !== 'service_unavailable') {
        this.longestCallMs = Math.max(this.longestCallMs, performance.now() - began)
        return this.#settle(call, method, answer)
      }
      this.repeated++
      node = await this.#moveFrom(node)
    }
    this.#ledger.unexpected.push(`${method} was not answered in ${maxRepeatMs / 1000} s`)
    this.#running = false
    return undefined
  }

  async #ask(node: Node, method: string, args: Record<string, string>, key?: string): Promise<Answer | undefined> {
    try {
      return await node.client.call(method, args, key)
    } catch (error) {
      this.#ledger.unexpected.push(`${node.name}: ${String(error)}`)
      this.#running = false
      return undefined
    }
  }

  async #moveFrom(node: Node): Promise<Node> {
    await sleep(this.#random.between(10, 200))
    return this.#random.pick(this.#nodes.filter((other) => other !== node))
  }

  #settle(call: Call, method: string, answer: Answer): string | undefined {
    if (answer.ok) {
      const ts = textField(answer.body, 'ts')
      markAcknowledged(call, ts)
      return ts
    }
    if (answer.isUncertain) return undefined
    markRefused(call)
    if (answer.error === 'service_unavailable' || this.#tolerated.includes(answer.error)) return undefined
    this.#ledger.unexpected.push(`${method} answered ${JSON.stringify(answer.body)}`)
    this.#running = false
    return undefined
  }
}
