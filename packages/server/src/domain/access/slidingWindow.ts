import type { PerMinute } from '#store/tables/policies'

const windowMs = 60_000
const secondMs = 1000

/** A rate limit: at most `limit` calls in any 60 seconds, and at most `burst` of them in any second. */
export class SlidingWindow {
  /** Times of admitted calls in ascending order, by a clock that is never put back. */
  #taken: number[]
  /** How far the real clock has been put back, milliseconds. */
  #setBackMs = 0

  /** `taken`: what another one had. */
  constructor(taken: readonly number[] = []) {
    this.#taken = [...taken]
  }

  get taken(): readonly number[] {
    return this.#taken
  }

  /** Admits a call at the time `at`, or returns after how many seconds one would be admitted. */
  take(rule: PerMinute, at: number): { retryAfter: number } | undefined {
    const { limit, burst } = typeof rule === 'number' ? { limit: rule, burst: rule } : rule
    this.#setBackMs = Math.max(this.#setBackMs, (this.#taken.at(-1) ?? at) - at)
    const time = at + this.#setBackMs
    this.#taken = this.#taken.filter((taken) => taken > time - windowMs)
    const wait = Math.max(this.#waitMs(limit, windowMs, time), this.#waitMs(burst, secondMs, time))
    if (wait > 0) return { retryAfter: Math.max(1, Math.ceil(wait / secondMs)) }
    this.#taken.push(time)
    return undefined
  }

  /** Whether no call that was admitted still counts. */
  get isEmpty(): boolean {
    return this.#taken.length === 0
  }

  /** Gives back a call that was admitted at `at` but did not take place. */
  giveBack(at: number): void {
    const index = this.#taken.lastIndexOf(at + this.#setBackMs)
    if (index !== -1) this.#taken.splice(index, 1)
  }

  #waitMs(limit: number, spanMs: number, time: number): number {
    const blocking = this.#taken.at(-Math.max(limit, 1))
    if (limit < 1) return spanMs
    return blocking === undefined ? 0 : blocking + spanMs - time
  }
}
