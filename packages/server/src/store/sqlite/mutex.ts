/** Lets one caller at a time use a connection. */
export class Mutex {
  #locked: Promise<void> | undefined

  /** Settles when the current holder releases it. Undefined while nobody holds it. */
  get locked(): Promise<void> | undefined {
    return this.#locked
  }

  /** Waits for its turn. Returns the function that releases the mutex. */
  async lock(): Promise<() => void> {
    // Nothing may be awaited between this check and the assignment, or two callers would pass together.
    while (this.#locked) await this.#locked
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#locked = promise
    return () => {
      this.#locked = undefined
      resolve()
    }
  }
}

/** What a connection checks before each query. */
export interface LockState {
  readonly locked: Promise<void> | undefined
}

export const neverLocked: LockState = { locked: undefined }
