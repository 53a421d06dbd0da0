import type { Clock } from '#store/clock'

/** A timeout by the server's clock. It also follows the machine's clock, in case the server's clock stands still. */
export class Deadline {
  readonly #abort = new AbortController()
  readonly #over = Promise.withResolvers<never>()
  readonly #polling: NodeJS.Timeout

  constructor(clock: Clock, timeoutMs: number) {
    const [startedAt, began] = [clock.now(), performance.now()]
    this.#over.promise.catch(() => {})
    this.#polling = setInterval(() => {
      if (Math.max(clock.now() - startedAt, performance.now() - began) >= timeoutMs) this.#abort.abort()
    }, 20)
    this.signal.addEventListener('abort', () => this.#over.reject(new Error('Too late.')))
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get isOver(): boolean {
    return this.signal.aborted
  }

  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#over.promise])
  }

  /** It is over before its time. */
  abort(): void {
    this.#abort.abort()
  }

  end(): void {
    clearInterval(this.#polling)
  }
}
