import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SlidingWindow } from './slidingWindow.ts'

const gaps = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 80 })
const rules = fc.oneof(
  fc.integer({ min: 0, max: 12 }),
  fc.record({ limit: fc.integer({ min: 1, max: 12 }), burst: fc.integer({ min: 1, max: 4 }) }),
)
const limitOf = (rule: number | { limit: number; burst: number }) => (typeof rule === 'number' ? rule : rule.limit)

describe('[STA-6] a sliding window', () => {
  test('never admits more than the limit in any 60 seconds, or more than the burst in any second', () => {
    const holds = fc.property(rules, gaps, (rule, waits) => {
      const admitted = admittedBy(new SlidingWindow(), rule, waits)
      for (const from of admitted) {
        expect(countIn(admitted, from, 60_000)).toBeLessThanOrEqual(limitOf(rule))
        if (typeof rule === 'object') expect(countIn(admitted, from, 1000)).toBeLessThanOrEqual(rule.burst)
      }
    })
    fc.assert(holds)
  })

  test('returns the exact wait: a call passes after it, and not a second earlier', () => {
    const exact = fc.property(rules, gaps, (rule, waits) => {
      fc.pre(limitOf(rule) > 0)
      const window = new SlidingWindow()
      let time = 1_767_225_600_000
      for (const wait of waits) {
        time += wait
        const over = window.take(rule, time)
        if (!over) continue
        expect(over.retryAfter).toBeGreaterThanOrEqual(1)
        expect(over.retryAfter).toBeLessThanOrEqual(60)
        const early = time + (over.retryAfter - 1) * 1000
        if (over.retryAfter > 1) expect(window.take(rule, early)).toBeDefined()
        time += over.retryAfter * 1000
        expect(window.take(rule, time)).toBeUndefined()
      }
    })
    fc.assert(exact)
  })

  test('admits every call if they come slowly enough', () => {
    const window = new SlidingWindow()
    for (let i = 0; i < 200; i++) expect(window.take(6, i * 10_000)).toBeUndefined()
  })

  test('admits no more calls when the clock is put back, however often', () => {
    const jumps = fc.array(fc.record({ wait: fc.nat(30_000), back: fc.oneof(fc.constant(0), fc.nat(7_200_000)) }))
    const holds = fc.property(rules, jumps, (rule, steps) => {
      const window = new SlidingWindow()
      const admitted: number[] = []
      let passed = 0
      let clock = 1_767_225_600_000
      for (const { wait, back } of steps) {
        passed += wait
        clock += wait - back
        if (!window.take(rule, clock)) admitted.push(passed)
      }
      for (const from of admitted) expect(countIn(admitted, from, 60_000)).toBeLessThanOrEqual(limitOf(rule))
    })
    fc.assert(holds)
  })

  test('makes nobody wait longer when the clock is put back', () => {
    const window = new SlidingWindow()
    expect(window.take(1, 7_200_000)).toBeUndefined()
    expect(window.take(1, 0)).toEqual({ retryAfter: 60 })
    expect(window.take(1, 60_000)).toBeUndefined()
  })

  test('does not count a call that was given back', () => {
    const window = new SlidingWindow()
    expect(window.take(1, 0)).toBeUndefined()
    window.giveBack(0)
    expect(window.take(1, 0)).toBeUndefined()
    expect(window.take(1, 0)).toEqual({ retryAfter: 60 })
  })

  test('gives back exactly that call, whatever was admitted since', () => {
    const window = new SlidingWindow()
    window.take(2, 0)
    window.take(2, 30_000)
    window.giveBack(0)
    expect(window.take(2, 31_000)).toBeUndefined()
    expect(window.take(2, 60_000)).toEqual({ retryAfter: 30 })
  })

  test('admits nothing with a limit of 0, and 600 at once with a limit of 600', () => {
    expect(new SlidingWindow().take(0, 0)).toEqual({ retryAfter: 60 })
    const window = new SlidingWindow()
    const taken = Array.from({ length: 601 }, () => window.take(600, 0))
    expect(taken.filter((over) => !over)).toHaveLength(600)
    expect(taken.at(-1)).toEqual({ retryAfter: 60 })
  })
})

function admittedBy(window: SlidingWindow, rule: Parameters<SlidingWindow['take']>[0], waits: number[]): number[] {
  let time = 1_767_225_600_000
  return waits.flatMap((wait) => ((time += wait), window.take(rule, time) ? [] : [time]))
}

function countIn(times: number[], from: number, span: number): number {
  return times.filter((time) => time >= from && time < from + span).length
}
