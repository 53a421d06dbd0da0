const minute = 60_000
const hour = 60 * minute
/** How the requests of the last hour went, minute by minute. */
export class FailureWindow {
  readonly #fewest: number
  #minutes: { from: number; failed: number; all: number }[] = []

  /** [EVT-13] With fewer than `fewest` an app may fail as it likes. */
  constructor(fewest: number) {
    this.#fewest = fewest
  }

  add(failed: boolean, time: number): void {
    const from = Math.floor(time / minute) * minute
    this.#minutes = this.#minutes.filter((one) => one.from > time - hour && one.from <= time)
    let current = this.#minutes.find((one) => one.from === from)
    if (!current) this.#minutes.push((current = { from, failed: 0, all: 0 }))
    current.all++
    if (failed) current.failed++
  }

  get all(): number {
    return this.#minutes.reduce((sum, { all }) => sum + all, 0)
  }

  /** Whether of many requests more than 95 % failed. */
  get isHopeless(): boolean {
    const failed = this.#minutes.reduce((sum, one) => sum + one.failed, 0)
    return this.all >= this.#fewest && failed > this.all * 0.95
  }
}
