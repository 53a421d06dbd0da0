/** Calls of one turn reach the store in the order in which they came, however long it takes to see who calls. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>()

  /** A place behind those that were taken before. Whoever took it waits for `before`, and has to `pass`. */
  take(key: string): { before: Promise<void>; pass: () => void } {
    const before = this.#last.get(key) ?? Promise.resolve()
    const own = Promise.withResolvers<void>()
    // Who is refused passes early; those behind still wait for those before.
    const passed = own.promise.then(() => before)
    this.#last.set(key, passed)
    void passed.then(() => this.#last.get(key) === passed && this.#last.delete(key))
    return { before, pass: own.resolve }
  }
}
