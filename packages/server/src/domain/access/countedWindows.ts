import type { SharedWindows } from '#bus/sharedWindows'
import type { MaybePromise } from '#store/maybePromise'
import type { PerMinute } from '#store/tables/policies'
import { SlidingWindow } from './slidingWindow.ts'

const maxWindows = 50_000

interface Over {
  retryAfter: number
}

/** Rate limits of a minute that this process counts, and together with others where they can be asked. */
export class CountedWindows {
  readonly #shared: SharedWindows | undefined
  readonly #windows = new Map<string, SlidingWindow>()

  constructor(shared: SharedWindows | undefined) {
    this.#shared = shared
  }

  /** Admits one, or returns after how many seconds one would be admitted. What this process alone would refuse is not asked. */
  take(key: string, limit: PerMinute, now: number): MaybePromise<Over | undefined> {
    const over = this.#windowOf(key).take(limit, now)
    return over || !this.#shared ? over : this.#takeShared(this.#shared, key, limit, now)
  }

  async #takeShared(shared: SharedWindows, key: string, limit: PerMinute, now: number): Promise<Over | undefined> {
    const wait = (await shared.take(key, typeof limit === 'number' ? { limit, burst: limit } : limit)) ?? 0
    if (wait <= 0) return undefined
    this.#giveBackHere(key, now)
    return { retryAfter: Math.max(1, Math.ceil(wait / 1000)) }
  }

  /** Gives back what was admitted at `at`. */
  giveBack(key: string, at: number): void {
    this.#giveBackHere(key, at)
    this.#shared?.giveBack(key)
  }

  /** Forgets everything that was admitted. */
  clear(): void {
    this.#windows.clear()
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
