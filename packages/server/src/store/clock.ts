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
/** How far from the database's clock this one may be, milliseconds. */
const toleranceMs = 100

/**
 * The clock of one store. It shows the machine's time, shifted by as much as somebody has turned it in development, or stands. If the
 * machine's clock leaps forward by over an hour, this one goes on evenly for five minutes, in case that was a mistake
 * ([FLT-7]). Where several machines share a database, it goes by the database's clock [NOD-18].
 */
export class Clock {
  /** Called once for each leap that is not believed yet, with its length in milliseconds. */
  onLeap = (_aheadMs: number): void => {}
  readonly #sources: TimeSources
  readonly #follows: boolean
  /** What the database's clock showed, and the steady one then. Undefined while the machine's own clock is right. */
  #reference: { time: number; steady: number } | undefined
  #hasFollowed = false
  /** On the steady clock, since when the database's clock is off by more than an hour. */
  #farSince: number | undefined
  #ahead = 0
  /** Where the time was when it was made to stand. */
  #standsAt: number | undefined
  /** What the wall clock showed when the others showed theirs, at the last reading that was believed. */
  #believed: { wall: number; steady: number }
  /** How far the time since boot was ahead of the steady one when the leap was looked at last: the machine has slept. */
  #slept: number
  /** On the steady clock, when the leap began that is not believed yet. */
  #leapAt: number | undefined

  constructor(sources: TimeSources = machine, { follows = sources === machine } = {}) {
    this.#sources = sources
    this.#follows = follows
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

  /**
   * [NOD-18] Goes by the database's clock, which shows this, give or take `uncertainty` milliseconds. The first time it is
   * believed whatever it shows; later, a leap of over an hour only if it lasts.
   */
  follow(time: number, uncertainty: number): void {
    if (!this.#follows) return
    const steady = this.#sources.steady()
    const shown = this.#time()
    const isFar = Math.abs(time - shown) > leapMs
    this.#farSince = isFar && this.#hasFollowed ? (this.#farSince ?? steady) : undefined
    this.#hasFollowed = true
    if (this.#farSince !== undefined && steady - this.#farSince < believedAfterMs) return
    if (Math.abs(time - shown) > uncertainty + toleranceMs) this.#reference = { time, steady }
    // The machine's clock has leapt, and the database's has not.
    else if (this.#leapAt !== undefined) this.#reference ??= { time: shown, steady }
  }

  #time(): number {
    const wall = this.#sources.wall()
    const steady = this.#sources.steady()
    if (this.#reference) return Math.floor(this.#reference.time + steady - this.#reference.steady)
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
