import { SlidingWindow } from '#domain/access/slidingWindow'
import { networkOfOne } from '#domain/access/networks'

/** Failed attempts in a minute. */
const limits = { account: 5, network: 20, strangersOfAccount: 20 }
const maxWindows = 10_000

/** Where somebody signs in. */
export interface SignInOrigin {
  /** The caller's address. */
  address: string
  /** The browser, if the person has signed in with it before. */
  knownBrowser: string | undefined
}

/** One attempt, which counts as failed unless it is forgiven. */
export interface Attempt {
  forgive: () => void
}

/**
 * [SES-4] Counts failed attempts to sign in. Whoever tries from other browsers uses up nothing of a browser that the
 * person has signed in with before.
 */
export class SignInLimits {
  readonly #windows = new Map<string, SlidingWindow>()

  /** Admits an attempt, or returns after how many seconds one would be admitted. */
  take(email: string, { address, knownBrowser }: SignInOrigin, now: number): Attempt | { retryAfter: number } {
    const network = networkOfOne(address)
    const counted: [key: string, limit: number][] =
      knownBrowser === undefined
        ? [
            [`${email} from ${network}`, limits.account],
            [`from ${network}`, limits.network],
            [`${email} from strangers`, limits.strangersOfAccount],
          ]
        : [[`${email} with ${knownBrowser}`, limits.account]]
    const taken: [key: string, window: SlidingWindow][] = []
    const forgive = () => {
      for (const [key, window] of taken) this.#giveBack(key, window, now)
    }
    for (const [key, limit] of counted) {
      const window = this.#windowOf(key)
      const limited = window.take(limit, now)
      if (limited) {
        forgive()
        return limited
      }
      taken.push([key, window])
    }
    return { forgive }
  }

  /** An attempt that costs nothing must leave no window: many of them would push out those in use. */
  #giveBack(key: string, window: SlidingWindow, now: number): void {
    window.giveBack(now)
    if (window.isEmpty && this.#windows.get(key) === window) this.#windows.delete(key)
  }

  #windowOf(key: string): SlidingWindow {
    const window = this.#windows.get(key) ?? new SlidingWindow()
    // The one that was used longest ago is dropped. Fewer are in use, since passwords are hashed one after the other.
    this.#windows.delete(key)
    this.#windows.set(key, window)
    if (this.#windows.size > maxWindows)
      for (const [oldest] of this.#windows.entries().take(1)) this.#windows.delete(oldest)
    return window
  }
}
