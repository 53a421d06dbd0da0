import { expect, test } from 'vitest'
import { createPacedFrames } from './pacedFrames.ts'

/** A page with a frame every 16 ms on which each tick costs so much, and the times of its ticks in half a second. */
function ticksOn(costOf: (tick: number) => number): number[] {
  let clock = 0
  let waiting: { at: number; callback: () => void }[] = []
  const schedule = (at: number, callback: () => void) => void waiting.push({ at, callback })
  const request = createPacedFrames({
    now: () => clock,
    requestFrame: (callback) => schedule((Math.floor(clock / 16) + 1) * 16, callback),
    afterPaint: (callback) => schedule(clock, callback),
    wait: (callback, ms) => schedule(clock + ms, callback),
  })
  const times: number[] = []
  request(function tick(now) {
    times.push(now)
    clock += costOf(times.length)
    request(tick)
  })
  while (clock < 500) {
    const next = waiting.reduce((first, other) => (other.at < first.at ? other : first))
    waiting = waiting.filter((one) => one !== next)
    clock = Math.max(clock, next.at)
    next.callback()
  }
  return times
}

function pauses(times: readonly number[]): number[] {
  return times.slice(1).map((time, i) => time - (times[i] ?? 0))
}

test('[R5] every other frame is used while one costs less than half of that time', () => {
  expect(new Set(pauses(ticksOn(() => 5)))).toEqual(new Set([32]))
  expect(new Set(pauses(ticksOn(() => 14)))).toEqual(new Set([32]))
})

test('[R5] frames that cost more leave as much time to other work, but text never waits long', () => {
  const busy = pauses(ticksOn(() => 25))
  expect(Math.min(...busy)).toBeGreaterThanOrEqual(50)
  expect(Math.max(...busy)).toBeLessThanOrEqual(66)
  const stuck = pauses(ticksOn((tick) => (tick === 2 ? 300 : 2)))
  expect(Math.max(...stuck)).toBeLessThanOrEqual(300 + 100 + 16)
  expect(stuck.at(-1)).toBe(32)
})
