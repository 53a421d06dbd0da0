const minute = 60_000
const hour = 60 * minute

/** [EVT-14] Limits how many events an app is posted in an hour, for each team. */
export class HourlyLimits {
  readonly #maxEvents: number
  readonly #minutes = new Map<string, { from: number; count: number; isReported: boolean }[]>()

  constructor(maxEvents = 30_000) {
    this.#maxEvents = maxEvents
  }

  /**
   * Counts one event. The first event over the limit in each minute has `minute`, the first second of that minute: the
   * app is told about the limit once a minute.
   */
  take(key: string, time: number): { isAllowed: true } | { isAllowed: false; minute: number | undefined } {
    const from = Math.floor(time / minute) * minute
    const minutes = (this.#minutes.get(key) ?? []).filter(
      (counted) => counted.from > time - hour && counted.from <= time,
    )
    this.#minutes.set(key, minutes)
    let current = minutes.find((counted) => counted.from === from)
    if (!current) minutes.push((current = { from, count: 0, isReported: false }))
    if (minutes.reduce((sum, { count }) => sum + count, 0) < this.#maxEvents) {
      current.count++
      return { isAllowed: true }
    }
    const first = !current.isReported
    current.isReported = true
    return { isAllowed: false, minute: first ? from / 1000 : undefined }
  }
}
