import { uptime } from 'node:os'

/** Where the time comes from, milliseconds each. */
export interface TimeSources {
  /** The machine's clock. Somebody can set it. */
  wall: () => number
  /** Rises evenly, whatever is set, while the machine runs. */
  steady: () => number
  /** Rises evenly since the machine was booted, also while it sleeps. Slow to read. */
  sinceBoot: () => number
}

const machine: TimeSources = {
  wall: () => Date.now(),
  steady: () => performance.now(),
  sinceBoot: () => uptime() * 1000,
}

/** A leap forward by more than this is not believed at once, milliseconds. */
const leapMs = 3_600_000
/** A leap that lasts this long is believed, milliseconds. */
const believedAfterMs = 300_000

/**
 * The clock of one store. It shows the machine's time, shifted by as much as somebody has turned it in development, or stands. If the
 * machine's clock leaps forward by over an hour, this one goes on evenly for five minutes, in case that was a mistake
 * ([FLT-7]).
 */
export class Clock {
  /** Called once for each leap that is not believed yet, with its length in milliseconds. */
  onLeap = (_aheadMs: number): void => {}
  readonly #sources: TimeSources
  #ahead = 0
  /** Where the time was when it was made to stand. */
  #standsAt: number | undefined
  /** What the wall clock showed when the others showed theirs, at the last reading that was believed. */
  #believed: { wall: number; steady: number }
  /** How far the time since boot was ahead of the steady one when the leap was looked at last: the machine has slept. */
  #slept: number
  /** On the steady clock, when the leap began that is not believed yet. */
  #leapAt: number | undefined

  constructor(sources: TimeSources = machine) {
    this.#sources = sources
    this.#believed = { wall: sources.wall(), steady: sources.steady() }
    this.#slept = sources.sinceBoot() - this.#believed.steady
  }

  /** Unix milliseconds, whole. */
  now(): number {
    return (this.#standsAt ?? this.#time()) + this.#ahead
  }

  /** The time goes on only by `advance`, until `run`. */
  stand(): void {
    this.#standsAt ??= this.#time()
  }

  /** The time goes on by itself again, from where it stood. */
  run(): void {
    if (this.#standsAt === undefined) return
    this.#ahead += this.#standsAt - this.#time()
    this.#standsAt = undefined
  }

  get stands(): boolean {
    return this.#standsAt !== undefined
  }

  /** Turns the clock by `milliseconds`; a negative number turns it back. */
  advance(milliseconds: number): void {
    this.#ahead += milliseconds
  }

  reset(): void {
    this.#ahead = 0
    this.#standsAt = undefined
  }

  #time(): number {
    const wall = this.#sources.wall()
    const steady = this.#sources.steady()
    const expected = this.#believed.wall + steady - this.#believed.steady
    if (wall - expected <= leapMs || this.#isBelieved(wall - expected, steady)) {
      this.#believed = { wall, steady }
      this.#leapAt = undefined
      return wall
    }
    // The steady clock has fractions; a ts with one would have more digits and sort elsewhere.
    return Math.floor(expected)
  }

  #isBelieved(aheadMs: number, steady: number): boolean {
    if (this.#leapAt !== undefined) return steady - this.#leapAt >= believedAfterMs
    const slept = this.#sources.sinceBoot() - steady
    const woke = slept - this.#slept
    this.#slept = slept
    if (aheadMs - woke <= leapMs) return true
    this.#leapAt = steady
    this.onLeap(aheadMs)
    return false
  }
}
