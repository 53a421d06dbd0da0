/** How long to wait before the first attempt after a failure, and at most. Milliseconds. */
const firstMs = 50
const mostMs = 500

/**
 * Says how long to wait before something that failed is tried again: at first for a moment, then longer and longer. Half of
 * it is by chance, so that not everybody comes at once when what was away is back.
 */
export class Backoff {
  #failures = 0
  readonly #random: () => number

  constructor(random = Math.random) {
    this.#random = random
  }

  /** It has failed. Returns how long to wait, milliseconds. */
  next(): number {
    const longest = Math.min(mostMs, firstMs * 2 ** this.#failures++)
    return longest * (0.5 + this.#random() / 2)
  }

  /** It has succeeded. */
  reset(): void {
    this.#failures = 0
  }
}
