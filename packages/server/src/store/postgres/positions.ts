/** Transactions run on several connections at once, so writes with the same key wait for each other before they begin. */
export class Positions {
  readonly #lastByKey = new Map<string, Promise<unknown>>()

  /**
   * Runs something after all that was to run with one of its keys before. Keys are taken in one order, and all of them before
   * anything runs: two that each had what the other one waits for would wait for ever.
   */
  inOrder<T>(keys: readonly string[], run: () => Promise<T>): Promise<T> {
    return keys.toSorted().reduceRight<() => Promise<T>>((after, key) => () => this.#afterLast(key, after), run)()
  }

  async #afterLast<T>(key: string, run: () => Promise<T>): Promise<T> {
    const previous = this.#lastByKey.get(key) ?? Promise.resolve()
    const running = previous.then(run, run)
    this.#lastByKey.set(key, running)
    try {
      return await running
    } finally {
      if (this.#lastByKey.get(key) === running) this.#lastByKey.delete(key)
    }
  }
}
