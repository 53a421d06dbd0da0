import type { PerMinute } from '#store/policies'

const window = 60_000
const second = 1000

/** Admits at most `limit` in any 60 seconds, and of these at most `burst` in any second. */
export class SlidingWindow {
  #taken: number[] = []

  /** Takes one at `time`, or answers how many seconds have to pass until one would be admitted. */
  take(rule: PerMinute, time: number): { retryAfter: number } | undefined {
    const { limit, burst } = typeof rule === 'number' ? { limit: rule, burst: rule } : rule
    this.#taken = this.#taken.filter((at) => at > time - window && at <= time)
    const wait = Math.max(this.#wait(limit, window, time), this.#wait(burst, second, time))
    if (wait > 0) return { retryAfter: Math.max(1, Math.ceil(wait / second)) }
    this.#taken.push(time)
    return undefined
  }

  /** Gives back one that was taken at `time`: what it was taken for did not happen. */
  giveBack(time: number): void {
    const index = this.#taken.lastIndexOf(time)
    if (index !== -1) this.#taken.splice(index, 1)
  }

  #wait(most: number, span: number, time: number): number {
    const blocking = this.#taken.at(-Math.max(most, 1))
    if (most < 1) return span
    return blocking === undefined ? 0 : blocking + span - time
  }
}
