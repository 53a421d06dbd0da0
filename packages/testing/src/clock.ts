import type { InProcessServer } from 'rivulet/inProcess'

/** The clock of one server. Every timeout and every `ts` of the server follows it; the app under test has its own. */
export class TestClock {
  readonly #inside: InProcessServer

  constructor(inside: InProcessServer) {
    this.#inside = inside
  }

  /** Unix milliseconds. */
  now(): number {
    return this.#inside.clock.now()
  }

  /**
   * Lets time pass: `'90s'`, `'5m'`, `'2h'`, `'1d'`. What falls due on the way is done when this resolves: streams that idle
   * have ended, scheduled messages are sent. Retries of events set out then; `settled` waits for them.
   */
  async advance(duration: string): Promise<void> {
    await this.#inside.advance(duration)
  }

  /** Time stands still until `run`, and passes only by `advance`. */
  stand(): void {
    this.#inside.clock.stand()
  }

  /** Time passes by itself again, from where it stood. */
  run(): void {
    this.#inside.clock.run()
  }
}
