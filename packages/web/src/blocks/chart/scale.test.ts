import { describe, expect, test } from 'vitest'
import { formatShort, ticksOf } from './scale.ts'

describe('ticksOf', () => {
  test.each<[number[], number[]]>([
    [
      [3, 8, 10],
      [0, 2.5, 5, 7.5, 10],
    ],
    [
      [-5, 12],
      [-5, 0, 5, 10, 15],
    ],
    [
      [0.1, 0.3],
      [0, 0.1, 0.2, 0.3],
    ],
    [
      [-4, -1],
      [-4, -3, -2, -1, 0],
    ],
    [[1200], [0, 500, 1000, 1500]],
    [[0], [0, 0.25, 0.5, 0.75, 1].slice(0, 2)],
  ])('of %j are %j', (values, ticks) => {
    expect(ticksOf(values)).toEqual(ticks)
  })

  test('cover any values', () => {
    for (const values of [[1e-9], [-1e12, 1e12], [Number.MAX_SAFE_INTEGER], [7, 7.0001]]) {
      const ticks = ticksOf(values)
      expect(ticks.length).toBeLessThan(12)
      expect(ticks.at(0)).toBeLessThanOrEqual(Math.min(...values, 0))
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...values))
    }
  })
})

test('large numbers are written short', () => {
  expect([0.5, 9999, 12_500].map(formatShort)).toEqual(['0.5', '9,999', '12.5K'])
})
