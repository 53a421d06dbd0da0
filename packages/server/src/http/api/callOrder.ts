/** A call's position among the calls with the same ordering key. */
export interface Position {
  /** Settles when every earlier call has released its position. */
  earlierCalls: Promise<void>
  release: () => void
}

/**
 * Lets calls with the same ordering key reach the store in the order received, however long it takes to find out who
 * calls.
 */
export class CallOrder {
  readonly #lastByKey = new Map<string, Promise<void>>()

  /** Takes the next position. The caller waits for `earlierCalls` and always calls `release`. */
  enter(key: string): Position {
    const earlierCalls = this.#lastByKey.get(key) ?? Promise.resolve()
    const own = Promise.withResolvers<void>()
    // A refused call releases early, and the calls behind it still wait for those before it.
    const released = own.promise.then(() => earlierCalls)
    this.#lastByKey.set(key, released)
    void released.then(() => this.#lastByKey.get(key) === released && this.#lastByKey.delete(key))
    return { earlierCalls, release: own.resolve }
  }
}
