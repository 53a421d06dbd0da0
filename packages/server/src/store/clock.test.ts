import { describe, expect, test } from 'vitest'
import { Clock } from './clock.ts'

const minute = 60_000
const hour = 60 * minute
const begin = Date.UTC(2026, 10, 22)

/** A machine whose clocks the test sets. */
function machine() {
  const time = { wall: begin, steady: 5000, sinceBoot: 9000 }
  const clock = new Clock({ wall: () => time.wall, steady: () => time.steady, sinceBoot: () => time.sinceBoot })
  const leaps: number[] = []
  clock.onLeap = (ahead) => leaps.push(ahead)
  return {
    clock,
    leaps,
    /** Lets time pass. */
    pass(milliseconds: number) {
      for (const name of ['wall', 'steady', 'sinceBoot'] as const) time[name] += milliseconds
    },
    /** Sets the machine's clock. */
    set(milliseconds: number) {
      time.wall += milliseconds
    },
    sleep(milliseconds: number) {
      time.wall += milliseconds
      time.sinceBoot += milliseconds
    },
  }
}

describe('[FLT-7] the clock', () => {
  test('goes on evenly when the machine is set forward by a day, and is unharmed when that is undone', () => {
    const { clock, leaps, pass, set } = machine()
    expect(clock.now()).toBe(begin)
    set(24 * hour)
    for (let i = 0; i < 4; i++) {
      pass(minute)
      expect(clock.now()).toBe(begin + (i + 1) * minute)
    }
    expect(leaps).toEqual([24 * hour])
    set(-24 * hour)
    pass(10 * minute)
    expect(clock.now()).toBe(begin + 14 * minute)
  })

  test('shows whole milliseconds during a leap, though the steady clock has fractions', () => {
    const { clock, pass, set } = machine()
    set(24 * hour)
    pass(0.625)
    expect(clock.now()).toBe(begin)
    pass(0.625)
    expect(clock.now()).toBe(begin + 1)
  })

  test('follows the machine after five minutes, and tells the next leap anew', () => {
    const { clock, leaps, pass, set } = machine()
    set(24 * hour)
    expect(clock.now()).toBe(begin)
    pass(5 * minute)
    expect(clock.now()).toBe(begin + 24 * hour + 5 * minute)
    set(3 * 365 * 24 * hour)
    expect(clock.now()).toBe(begin + 24 * hour + 5 * minute)
    expect(leaps).toEqual([24 * hour, 3 * 365 * 24 * hour])
  })

  test('follows at once when it is set by less than an hour, back, or when the machine has slept', () => {
    const { clock, leaps, pass, set, sleep } = machine()
    set(hour)
    expect(clock.now()).toBe(begin + hour)
    set(-48 * hour)
    expect(clock.now()).toBe(begin - 47 * hour)
    sleep(80 * hour)
    expect(clock.now()).toBe(begin + 33 * hour)
    pass(30 * 24 * hour)
    expect(clock.now()).toBe(begin + 33 * hour + 30 * 24 * hour)
    expect(leaps).toEqual([])
  })

  test('that is turned in development is turned at once', () => {
    const { clock } = machine()
    clock.advance(1000 * hour)
    expect(clock.now()).toBe(begin + 1000 * hour)
  })
})

test('a clock stands until it runs again, and goes on from where it stood', () => {
  const { clock, pass } = machine()
  clock.stand()
  pass(hour)
  expect(clock.now()).toBe(begin)
  clock.advance(minute)
  expect([clock.now(), clock.stands]).toEqual([begin + minute, true])
  clock.run()
  pass(minute)
  expect([clock.now(), clock.stands]).toEqual([begin + 2 * minute, false])
  clock.stand()
  clock.reset()
  expect(clock.stands).toBe(false)
})

describe('[NOD-18] a clock that goes by that of the database', () => {
  function following() {
    const time = { wall: begin, steady: 5000 }
    const clock = new Clock(
      { wall: () => time.wall, steady: () => time.steady, sinceBoot: () => time.steady },
      { follows: true },
    )
    /** Lets time pass here, and says what the database shows then. */
    const look = (passed: number, database: number, uncertainty = 1) => {
      time.wall += passed
      time.steady += passed
      clock.follow(database, uncertainty)
      return clock.now()
    }
    return { clock, time, look }
  }

  test('shows what the database shows if its machine is wrong, and its own time if the two are about the same', () => {
    const { clock, time, look } = following()
    expect(look(0, begin + 90)).toBe(begin)
    expect(look(0, begin + 400, 300)).toBe(begin)
    expect(look(0, begin - 3000)).toBe(begin - 3000)
    time.wall += minute // somebody sets the clock of the machine
    expect(clock.now()).toBe(begin - 3000)
    expect(look(500, begin - 2500)).toBe(begin - 2500)
    expect(look(500, begin - 1000)).toBe(begin - 1000)
  })

  test('can still be turned and made to stand', () => {
    const { clock, look } = following()
    clock.stand()
    expect(look(500, begin + 3500)).toBe(begin)
    clock.advance(hour)
    expect(clock.now()).toBe(begin + hour)
    clock.run()
    expect(look(500, begin + 4000)).toBe(begin + hour + 500)
  })

  test('takes any time at first, and later a leap of over an hour only if it lasts', () => {
    const { look, time } = following()
    expect(look(0, begin + 24 * hour)).toBe(begin + 24 * hour)
    expect(look(minute, begin + 48 * hour)).toBe(begin + 24 * hour + minute)
    expect(look(3 * minute, begin + 48 * hour + 3 * minute)).toBe(begin + 24 * hour + 4 * minute)
    expect(look(2 * minute, begin + 48 * hour + 5 * minute)).toBe(begin + 48 * hour + 5 * minute)
    time.wall += 24 * hour
    expect(look(minute, begin + 48 * hour + 6 * minute)).toBe(begin + 48 * hour + 6 * minute)
  })

  test('does not follow a leap of its machine that the database did not make', () => {
    const { clock, time, look } = following()
    look(0, begin)
    time.wall += 24 * hour
    expect(look(500, begin + 500)).toBe(begin + 500)
    expect(look(10 * minute, begin + 500 + 10 * minute)).toBe(begin + 500 + 10 * minute)
    expect(clock.now()).toBe(begin + 500 + 10 * minute)
  })
})
