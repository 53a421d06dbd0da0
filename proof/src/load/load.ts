import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from './client.ts'
import { textField } from './untypedFields.ts'
import { markAcknowledged, type Call, type Ledger, markRefused, CallSeries, type StreamRecord } from '#check/ledger'
import type { Random } from './random.ts'
import { type WriteTarget, targets, token } from './workspace.ts'

const writersPerStream = 4
const postPauseMs = 5

/**
 * Writes to a server as fast as it acknowledges. Each target has one open stream with several writers, and one writer of
 * plain messages. Streams stop after a random length and new ones start. Open streams of the ledger are continued.
 */
export class LoadGenerator {
  readonly #client: Client
  readonly #ledger: Ledger
  readonly #random: Random
  readonly #writers: Promise<void>[] = []
  #running = true
  #crashExpected = false

  constructor(api: string, ledger: Ledger, random: Random) {
    this.#client = new Client(api, token)
    this.#ledger = ledger
    this.#random = random
    for (const target of targets) {
      this.#writers.push(this.#writeStreams(target), this.#writePosts(target))
    }
  }

  /** From now on the server may die: lost connections are no longer unexpected. */
  expectCrash(): void {
    this.#crashExpected = true
  }

  /** Sends no more calls, and waits for those in flight. */
  async stop(): Promise<void> {
    this.#running = false
    await Promise.all(this.#writers)
    this.#client.close()
  }

  async #writeStreams(target: WriteTarget): Promise<void> {
    let stream = this.#ledger.streams.findLast((s) => s.target === target && isOpen(s))
    while (this.#running) {
      const current: StreamRecord | undefined = stream ?? (await this.#startStream(target))
      if (!current) return
      const length = current.deltas.calls.length + this.#random.between(100, 1500)
      await Promise.all(Array.from({ length: writersPerStream }, () => this.#appendUntil(current, length)))
      stream = isOpen(current) ? current : undefined
    }
  }

  async #startStream(target: WriteTarget): Promise<StreamRecord | undefined> {
    const series = new CallSeries(`stream ${this.#ledger.streams.length} in ${target.channel}`)
    const rootCall = new CallSeries('root').addCall()
    const root = await this.#callAndRecord(rootCall, 'chat.postMessage', {
      channel: target.channel,
      text: `Go on, ${series.name}`,
    })
    if (root === undefined) return undefined
    const start = new CallSeries('start').addCall()
    const args = { channel: target.channel, thread_ts: root, ...target.recipient }
    const ts = await this.#callAndRecord(start, 'chat.startStream', args)
    if (ts === undefined) return undefined
    this.#ledger.addTs(target.channel, rootCall)
    this.#ledger.addTs(target.channel, start)
    const stream = { target, root, ts, start, deltas: series, stop: undefined }
    this.#ledger.streams.push(stream)
    return stream
  }

  async #appendUntil(stream: StreamRecord, length: number): Promise<void> {
    const { channel } = stream.target
    while (this.#running && isOpen(stream)) {
      if (stream.deltas.calls.length >= length) return this.#stopStream(stream)
      const call = stream.deltas.addCall()
      const args = { channel, ts: stream.ts, markdown_text: stream.deltas.toMark(call.n) }
      await this.#callAndRecord(call, 'chat.appendStream', args, stream)
    }
  }

  async #stopStream(stream: StreamRecord): Promise<void> {
    stream.stop = new CallSeries('stop').addCall()
    await this.#callAndRecord(stream.stop, 'chat.stopStream', { channel: stream.target.channel, ts: stream.ts }, stream)
  }

  async #writePosts(target: WriteTarget): Promise<void> {
    const series = this.#ledger.findPosts(target)
    while (this.#running) {
      const call = series.addCall()
      const text = series.toMark(call.n)
      const args = { channel: target.channel, thread_ts: target.root, text }
      if ((await this.#callAndRecord(call, 'chat.postMessage', args)) !== undefined)
        this.#ledger.addTs(target.channel, call)
      await sleep(postPauseMs)
    }
  }

  /** Calls a method and records the outcome. Returns the ts if the call was acknowledged. */
  async #callAndRecord(
    call: Call,
    method: string,
    args: Record<string, string>,
    stream?: StreamRecord,
  ): Promise<string | undefined> {
    const answer = await this.#client.call(method, args)
    if (!answer) {
      if (!this.#crashExpected)
        this.#ledger.unexpected.push(`${method}: the connection broke although nobody killed the server`)
      this.#running = false
      return undefined
    }
    if (answer.ok) {
      const ts = textField(answer.body, 'ts')
      markAcknowledged(call, ts)
      return ts
    }
    markRefused(call)
    if (this.#crashExpected && answer.error === 'service_unavailable') {
      this.#running = false
      return undefined
    }
    if (answer.error !== 'message_not_in_streaming_state' || stream?.stop === undefined) {
      this.#ledger.unexpected.push(`${method} answered ${JSON.stringify(answer.body)}`)
      this.#running = false
    }
    return undefined
  }
}

/** Whether a stream is open as far as anybody knows. */
export const isOpen = (stream: StreamRecord): boolean =>
  stream.stop === undefined || stream.stop.isRefused || stream.stop.outcome === 'gone'
