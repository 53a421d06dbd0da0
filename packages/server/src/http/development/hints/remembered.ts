/** What was said is forgotten after so many things, the oldest first. */
const most = 10_000

/** What hints know of earlier calls. */
export class Remembered {
  readonly #said = new Set<string>()
  /** The times of calls, by what is counted. */
  readonly #times = new Map<string, number[]>()

  /** Whether this is asked for the first time. */
  isFirst(key: string): boolean {
    if (this.#said.has(key)) return false
    this.#said.add(key)
    for (const oldest of this.#said) {
      if (this.#said.size <= most) break
      this.#said.delete(oldest)
    }
    return true
  }

  /** Counts a call, and returns how many there were in the last `spanMs` milliseconds. */
  count(key: string, at: number, spanMs: number): number {
    const times = (this.#times.get(key) ?? []).filter((time) => time > at - spanMs && time <= at)
    times.push(at)
    this.#times.set(key, times)
    if (this.#times.size > most) this.#times.clear()
    return times.length
  }

  clear(): void {
    this.#said.clear()
    this.#times.clear()
  }
}
