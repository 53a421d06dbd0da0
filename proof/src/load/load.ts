import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from './client.ts'
import { textField } from './untypedFields.ts'
import { acked, type Entry, type Ledger, refused, Series, type StreamRecord } from '#check/ledger'
import type { Random } from './random.ts'
import { type Place, places, token } from './workspace.ts'

const writersPerStream = 4
const pauseOfPosters = 5

/**
 * Writes to a server as fast as it acknowledges: in each place one open stream with several writers,
 * and one that posts plain messages. Streams end after a random length and others begin. Open
 * streams of the ledger are carried on.
 */
export class Load {
  readonly #client: Client
  readonly #ledger: Ledger
  readonly #random: Random
  readonly #writers: Promise<void>[] = []
  #going = true
  #doomed = false

  constructor(api: string, ledger: Ledger, random: Random) {
    this.#client = new Client(api, token)
    this.#ledger = ledger
    this.#random = random
    for (const place of places) {
      this.#writers.push(this.#stream(place), this.#post(place))
    }
  }

  /** From now on the server may die without that being odd. */
  doom(): void {
    this.#doomed = true
  }

  /** No further calls; waits for those under way. */
  async stop(): Promise<void> {
    this.#going = false
    await Promise.all(this.#writers)
    this.#client.close()
  }

  async #stream(place: Place): Promise<void> {
    let stream = this.#ledger.streams.findLast((s) => s.place === place && open(s))
    while (this.#going) {
      const current: StreamRecord | undefined = stream ?? (await this.#start(place))
      if (!current) return
      const length = current.deltas.entries.length + this.#random.between(100, 1500)
      await Promise.all(Array.from({ length: writersPerStream }, () => this.#append(current, length)))
      stream = open(current) ? current : undefined
    }
  }

  async #start(place: Place): Promise<StreamRecord | undefined> {
    const series = new Series(`stream ${this.#ledger.streams.length} in ${place.channel}`)
    const asked = new Series('root').begin()
    const root = await this.#taken(asked, 'chat.postMessage', { channel: place.channel, text: `Go on, ${series.name}` })
    if (root === undefined) return undefined
    const start = new Series('start').begin()
    const args = { channel: place.channel, thread_ts: root, ...place.recipient }
    const ts = await this.#taken(start, 'chat.startStream', args)
    if (ts === undefined) return undefined
    this.#ledger.gave(place.channel, asked)
    this.#ledger.gave(place.channel, start)
    const stream = { place, root, ts, start, deltas: series, stop: undefined }
    this.#ledger.streams.push(stream)
    return stream
  }

  async #append(stream: StreamRecord, length: number): Promise<void> {
    const { channel } = stream.place
    while (this.#going && open(stream)) {
      if (stream.deltas.entries.length >= length) return this.#end(stream)
      const entry = stream.deltas.begin()
      const args = { channel, ts: stream.ts, markdown_text: stream.deltas.mark(entry.n) }
      await this.#taken(entry, 'chat.appendStream', args, stream)
    }
  }

  async #end(stream: StreamRecord): Promise<void> {
    stream.stop = new Series('stop').begin()
    await this.#taken(stream.stop, 'chat.stopStream', { channel: stream.place.channel, ts: stream.ts }, stream)
  }

  async #post(place: Place): Promise<void> {
    const series = this.#ledger.postsIn(place)
    while (this.#going) {
      const entry = series.begin()
      const text = series.mark(entry.n)
      const args = { channel: place.channel, thread_ts: place.root, text }
      if ((await this.#taken(entry, 'chat.postMessage', args)) !== undefined) this.#ledger.gave(place.channel, entry)
      await sleep(pauseOfPosters)
    }
  }

  /** Calls and books what came of it; the ts where it was acknowledged. */
  async #taken(
    entry: Entry,
    method: string,
    args: Record<string, string>,
    stream?: StreamRecord,
  ): Promise<string | undefined> {
    const answer = await this.#client.call(method, args)
    if (!answer) {
      if (!this.#doomed) this.#ledger.oddities.push(`${method}: the connection broke though nobody killed the server`)
      this.#going = false
      return undefined
    }
    if (answer.ok) {
      const ts = textField(answer.body, 'ts')
      acked(entry, ts)
      return ts
    }
    refused(entry)
    if (answer.error !== 'message_not_in_streaming_state' || stream?.stop === undefined) {
      this.#ledger.oddities.push(`${method} answered ${JSON.stringify(answer.body)}`)
      this.#going = false
    }
    return undefined
  }
}

/** Not ended, as far as anybody knows. */
export const open = (stream: StreamRecord): boolean =>
  stream.stop === undefined || stream.stop.refused || stream.stop.settled === 'gone'
