import { setTimeout as sleep } from 'node:timers/promises'
import { LogLevel, WebClient } from '@slack/web-api'
import { type Ledger, markAcknowledged, markRefused } from '#check/ledger'
import { field } from '#load/untypedFields'
import { token, type WriteTarget } from '#load/workspace'
import type { WritersOptions } from './writers.ts'

/** How many writers use the official client. */
const writerCount = 2
const pauseMs = 100

/** An official client that repeats a call until it is answered. */
export function createRepeatingClient(api: string): WebClient {
  const retryConfig = { retries: 1000, minTimeout: 50, maxTimeout: 1000 }
  return new WebClient(token, { slackApiUrl: api, timeout: 5000, retryConfig, logLevel: LogLevel.ERROR })
}

/**
 * Writers of plain messages with the official client, which repeats by itself what was not answered or was answered with
 * 503. `client_msg_id` keeps the repetitions from posting twice.
 */
export class SdkWriters {
  readonly #client: WebClient
  readonly #ledger: Ledger
  readonly #tolerated: readonly string[]
  readonly #writers: Promise<void>[]
  #running = true

  constructor(api: string, ledger: Ledger, { targets, tolerated }: Pick<WritersOptions, 'targets' | 'tolerated'>) {
    this.#client = createRepeatingClient(api)
    this.#ledger = ledger
    this.#tolerated = tolerated
    this.#writers = targets.slice(0, writerCount).map((target) => this.#write(target))
  }

  /** Begins nothing new, and waits until everything was answered. */
  async stop(): Promise<void> {
    this.#running = false
    await Promise.all(this.#writers)
  }

  async #write(target: WriteTarget): Promise<void> {
    const { channel, root } = target
    const series = this.#ledger.findPosts(target)
    while (this.#running) {
      const call = series.addCall()
      const text = series.toMark(call.n)
      const args = { channel, thread_ts: root, text, client_msg_id: `sdk ${channel} ${root} ${call.n}` }
      try {
        const { ts } = await this.#client.chat.postMessage(args)
        markAcknowledged(call, ts)
        this.#ledger.addTs(channel, call)
        await sleep(pauseMs)
      } catch (error) {
        markRefused(call)
        if (this.#tolerated.includes(String(field(field(error, 'data'), 'error')))) continue
        this.#ledger.unexpected.push(`The official client: ${String(error)}`)
        this.#running = false
      }
    }
  }
}
