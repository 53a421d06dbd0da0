import type { SharedWindows } from '#bus/sharedWindows'
import { SlidingWindow } from './slidingWindow.ts'

const maxWindows = 10_000

/** Rate limits of a minute that this process counts, and together with others where they can be asked. */
export class CountedWindows {
  readonly #shared: SharedWindows | undefined
  readonly #windows = new Map<string, SlidingWindow>()

  constructor(shared: SharedWindows | undefined) {
    this.#shared = shared
  }

  /** Admits one, or returns after how many seconds one would be admitted. What this process alone would refuse is not asked. */
  async take(key: string, limit: number, now: number): Promise<{ retryAfter: number } | undefined> {
    const over = this.#windowOf(key).take(limit, now)
    if (over || !this.#shared) return over
    const wait = (await this.#shared.take(key, { limit, burst: limit })) ?? 0
    if (wait === 0) return undefined
    this.#giveBackHere(key, now)
    return { retryAfter: Math.max(1, Math.ceil(wait / 1000)) }
  }

  /** Gives back what was admitted at `at`. */
  giveBack(key: string, at: number): void {
    this.#giveBackHere(key, at)
    this.#shared?.giveBack(key)
  }

  /** What costs nothing must leave no window: many of them would push out those in use. */
  #giveBackHere(key: string, at: number): void {
    const window = this.#windows.get(key)
    window?.giveBack(at)
    if (window?.isEmpty) this.#windows.delete(key)
  }

  #windowOf(key: string): SlidingWindow {
    const window = this.#windows.get(key) ?? new SlidingWindow()
    // The one that was used longest ago is dropped.
    this.#windows.delete(key)
    this.#windows.set(key, window)
    if (this.#windows.size > maxWindows)
      for (const [oldest] of this.#windows.entries().take(1)) this.#windows.delete(oldest)
    return window
  }
}
