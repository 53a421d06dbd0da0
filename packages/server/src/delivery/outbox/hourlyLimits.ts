const minute = 60_000
const hour = 60 * minute

/** [EVT-14] How many events an app is posted in an hour, for each team. */
export class EventLimits {
  readonly #most: number
  readonly #minutes = new Map<string, { from: number; count: number; told: boolean }[]>()

  constructor(most = 30_000) {
    this.#most = most
  }

  /** Whether one more may be told; if not, the minute in which the app has to be told that, once. */
  take(key: string, time: number): { may: true } | { may: false; minute: number | undefined } {
    const from = Math.floor(time / minute) * minute
    const minutes = (this.#minutes.get(key) ?? []).filter((one) => one.from > time - hour && one.from <= time)
    this.#minutes.set(key, minutes)
    let current = minutes.find((one) => one.from === from)
    if (!current) minutes.push((current = { from, count: 0, told: false }))
    if (minutes.reduce((sum, { count }) => sum + count, 0) < this.#most) {
      current.count++
      return { may: true }
    }
    const first = !current.told
    current.told = true
    return { may: false, minute: first ? from / 1000 : undefined }
  }
}
