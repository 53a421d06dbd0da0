import type { Outgoing } from '#feed/frames/outgoing'
import { frameBytes } from './frameBytes.ts'
import { type Viewer } from './viewer.ts'

/** Deltas of streams in one channel, for the viewers who may see all of them. */
export class ChannelDeltas {
  readonly #viewers: readonly Viewer[]
  readonly #channel: string
  readonly #streams: string[] = []
  readonly #deltas: Extract<Outgoing, { to: 'watchers' }>[] = []

  constructor(channel: string, viewers: readonly Viewer[]) {
    this.#channel = channel
    this.#viewers = viewers
  }

  add(deltas: Extract<Outgoing, { to: 'watchers' }>): void {
    this.#streams.push(deltas.ts)
    this.#deltas.push(deltas)
  }

  /**
   * Writes the deltas to every viewer; the bytes are made once for all. A viewer that has seen a stream as of log number
   * `first` or later may have some of these deltas already. It is sent one frame per delta, so that one of them
   * continues what it has.
   */
  send(first: number, streamsShownUpTo: number): void {
    let joined: Buffer | undefined
    let separate: Buffer | undefined
    for (const viewer of this.#viewers) {
      const bytes =
        Math.max(streamsShownUpTo, viewer.streamsShownUpTo) < first
          ? (joined ??= Buffer.concat(this.#deltas.map((deltas) => frameBytes(deltas.joinedFrame()))))
          : (separate ??= Buffer.concat(this.#deltas.flatMap((deltas) => deltas.separateFrames().map(frameBytes))))
      viewer.writeDeltas(this.#channel, this.#streams, bytes)
    }
  }
}
