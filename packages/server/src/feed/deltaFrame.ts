import type { Outgoing } from './frames.ts'
import { frameBytes, type Viewer } from './viewer.ts'

/** What streams of one channel have grown by, for the viewers who may see all of them. */
export class Growth {
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
   * Written at once, and made once for all. Who was shown a stream as it was after entry `first` may have been
   * shown some of these deltas: for them each is a frame of its own, so that one of them follows on what they have.
   */
  send(first: number, shown: number): void {
    let joined: Buffer | undefined
    let apart: Buffer | undefined
    for (const viewer of this.#viewers) {
      const bytes =
        Math.max(shown, viewer.shown) < first
          ? (joined ??= Buffer.concat(this.#deltas.map((deltas) => frameBytes(deltas.joined()))))
          : (apart ??= Buffer.concat(this.#deltas.flatMap((deltas) => deltas.apart().map(frameBytes))))
      viewer.writeDeltas(this.#channel, this.#streams, bytes)
    }
  }
}
