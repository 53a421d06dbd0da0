/** The clock of one store. It shows the machine's time, shifted by as much as somebody has turned it in development. */
export class Clock {
  #ahead = 0

  /** Unix milliseconds. */
  now(): number {
    return Date.now() + this.#ahead
  }

  /** Turns the clock by `milliseconds`; a negative number turns it back. */
  advance(milliseconds: number): void {
    this.#ahead += milliseconds
  }

  reset(): void {
    this.#ahead = 0
  }
}
