import type { PerMinute } from '#store/tables/policies'

const window = 60_000
const second = 1000

/** Admits at most `limit` in any 60 seconds, and of these at most `burst` in any second. */
export class SlidingWindow {
  /** In the order of time, by a clock that is never put back. */
  #taken: number[] = []
  /** How far the clock has been put back. */
  #back = 0

  /** Takes one at `at`, or answers how many seconds have to pass until one would be admitted. */
  take(rule: PerMinute, at: number): { retryAfter: number } | undefined {
    const { limit, burst } = typeof rule === 'number' ? { limit: rule, burst: rule } : rule
    this.#back = Math.max(this.#back, (this.#taken.at(-1) ?? at) - at)
    const time = at + this.#back
    this.#taken = this.#taken.filter((taken) => taken > time - window)
    const wait = Math.max(this.#wait(limit, window, time), this.#wait(burst, second, time))
    if (wait > 0) return { retryAfter: Math.max(1, Math.ceil(wait / second)) }
    this.#taken.push(time)
    return undefined
  }

  /** Gives back one that was taken at `at`: what it was taken for did not happen. */
  giveBack(at: number): void {
    const index = this.#taken.lastIndexOf(at + this.#back)
    if (index !== -1) this.#taken.splice(index, 1)
  }

  #wait(most: number, span: number, time: number): number {
    const blocking = this.#taken.at(-Math.max(most, 1))
    if (most < 1) return span
    return blocking === undefined ? 0 : blocking + span - time
  }
}
