import { setTimeout as sleep } from 'node:timers/promises'
import type { WebClient } from '@slack/web-api'
import { type Call, CallSeries, type Ledger, markAcknowledged, markRefused, type StreamRecord } from '#check/ledger'
import { isOpen } from '#load/load'
import { field } from '#load/untypedFields'
import type { WriteTarget } from '#load/workspace'
import { createRepeatingClient } from './sdkWriters.ts'
import type { WritersOptions } from './writers.ts'

const pauseMs = 50
/** How many appends a stream has. */
const length = 40

/**
 * Writers of streams with the official client, which repeats by itself what was not answered or was answered with 503.
 * `client_msg_id` keeps the repetitions from taking effect twice.
 */
export class SdkStreams {
  readonly #client: WebClient
  readonly #ledger: Ledger
  readonly #tolerated: readonly string[]
  readonly #writers: Promise<void>[]
  #running = true

  constructor(api: string, ledger: Ledger, { targets, tolerated }: Pick<WritersOptions, 'targets' | 'tolerated'>) {
    this.#client = createRepeatingClient(api)
    this.#ledger = ledger
    this.#tolerated = tolerated
    // One in a channel, one in a direct message.
    const chosen = [targets.slice(0, 1), targets.slice(-1)].flat()
    this.#writers = chosen.map((target) => this.#write(target))
  }

  /** Begins nothing new, and waits until everything was answered. */
  async stop(): Promise<void> {
    this.#running = false
    await Promise.all(this.#writers)
  }

  async #write(target: WriteTarget): Promise<void> {
    const { channel } = target
    for (let n = 0; this.#running; n++) {
      const stream = await this.#start(target, `SDK stream ${n} in ${channel}, ${target.root}`)
      if (!stream) continue
      const { deltas, ts } = stream
      while (this.#running && isOpen(stream) && deltas.calls.length < length) {
        const call = deltas.addCall()
        const args = { channel, ts, markdown_text: deltas.toMark(call.n), client_msg_id: `${deltas.name}, ${call.n}` }
        await this.#ask(call, () => this.#client.chat.appendStream(args))
        await sleep(pauseMs)
      }
      if (deltas.calls.length < length) continue
      stream.stop = new CallSeries('stop').addCall()
      const end = { channel, ts, client_msg_id: `${deltas.name}, its end` }
      await this.#ask(stream.stop, () => this.#client.chat.stopStream(end))
    }
  }

  async #start(target: WriteTarget, name: string): Promise<StreamRecord | undefined> {
    const { channel, recipient } = target
    const rootCall = new CallSeries('root').addCall()
    const post = { channel, text: `Go on, ${name}`, client_msg_id: name }
    const root = await this.#ask(rootCall, () => this.#client.chat.postMessage(post))
    if (root === undefined) return undefined
    this.#ledger.addTs(channel, rootCall)
    const start = new CallSeries('start').addCall()
    const args = { channel, thread_ts: root, ...recipient, client_msg_id: `${name}, its stream` }
    const ts = await this.#ask(start, () => this.#client.chat.startStream(args))
    if (ts === undefined) return undefined
    this.#ledger.addTs(channel, start)
    const stream = { target, root, ts, start, deltas: new CallSeries(name), stop: undefined }
    this.#ledger.streams.push(stream)
    return stream
  }

  /** Returns the ts in the answer; undefined if the call was refused. */
  async #ask(call: Call, ask: () => Promise<{ ts?: string }>): Promise<string | undefined> {
    try {
      const { ts } = await ask()
      markAcknowledged(call, ts)
      return ts
    } catch (error) {
      markRefused(call)
      if (this.#tolerated.includes(String(field(field(error, 'data'), 'error')))) return undefined
      this.#ledger.unexpected.push(`The official client: ${String(error)}`)
      this.#running = false
      return undefined
    }
  }
}
