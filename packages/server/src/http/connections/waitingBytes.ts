interface Holder {
  destroy(): void
}

interface Held {
  bytes: number
  /** Since when the client has been awaited, to send the rest or to take it; undefined while the server works. */
  since: number | undefined
}

/** How many bytes may wait for all connections together. */
const maxWaiting = 16 * 1024 * 1024

/**
 * [NET-3] The bytes that wait in memory for connections: answers that were not taken, and bodies of calls that are not
 * answered. When there are too many, the connections that have waited longest are cut.
 */
export class WaitingBytes {
  /** Called when there may be fewer. */
  onFewer = (): void => {}
  readonly #max: number
  readonly #now: () => number
  /** The one that has waited longest comes first. */
  readonly #holders = new Map<Holder, Held>()
  #total = 0
  /** How many connections were cut to make room. */
  cut = 0

  constructor(max = maxWaiting, now = () => performance.now()) {
    this.#max = max
    this.#now = now
  }

  get total(): number {
    return this.#total
  }

  /** Sets how much waits for a connection until its client does something. */
  hold(holder: Holder, bytes: number): void {
    const held = this.#holders.get(holder) ?? { bytes: 0, since: undefined }
    const fewer = bytes < held.bytes
    this.#total += bytes - held.bytes
    held.bytes = bytes
    held.since ??= this.#now()
    // Who holds something already keeps the place: a body that grows byte by byte must not always be the newest.
    this.#holders.set(holder, held)
    for (const [longest] of this.#holders) {
      if (this.#total <= this.#max || longest === holder) break
      this.cutOff(longest)
    }
    if (fewer) this.onFewer()
  }

  /** What a connection holds waits for the server now, and not for the client. */
  serve(holder: Holder): void {
    const held = this.#holders.get(holder)
    if (held) held.since = undefined
  }

  release(holder: Holder): void {
    const held = this.#holders.get(holder)
    if (!held) return
    this.#total -= held.bytes
    this.#holders.delete(holder)
    this.onFewer()
  }

  /** Cuts the connection that has waited longest for its client, if that is so long. Returns whether there was one. */
  cutLongest(ms: number): boolean {
    const before = this.#now() - ms
    for (const [holder, { since }] of this.#holders) {
      if (since === undefined || since > before) continue
      this.cutOff(holder)
      return true
    }
    return false
  }

  /** Cuts a connection, and counts it. */
  cutOff(holder: Holder): void {
    this.cut++
    holder.destroy()
    this.release(holder)
  }
}
