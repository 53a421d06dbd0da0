import { describe, expect, test } from 'vitest'
import { extended, lastRows, rowsAround, sameRows, shortened } from './rowRange.ts'

const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `m${from + i}`)

describe('[WEB-9] the rows of a long list that are on the page', () => {
  test('are the last ones at first, or those around a message', () => {
    expect(lastRows(1000)).toEqual({ start: 960, end: 1000 })
    expect(lastRows(7)).toEqual({ start: 0, end: 7 })
    expect(rowsAround(500, 1000)).toEqual({ start: 480, end: 520 })
    expect(rowsAround(3, 1000)).toEqual({ start: 0, end: 23 })
    expect(rowsAround(980, 1000)).toEqual(lastRows(1000))
  })

  test('stay the same when rows are added before and after them, and when some are gone', () => {
    const range = { start: 10, end: 30 }
    expect(sameRows(keys(100, 150), range, keys(0, 300))).toEqual({ start: 110, end: 130 })
    const without = keys(100, 150).filter((key) => key !== 'm110' && key !== 'm129')
    expect(sameRows(keys(100, 150), range, without)).toEqual({ start: 10, end: 28 })
    expect(sameRows(keys(100, 150), range, keys(500, 600))).toBeUndefined()
  })

  test('include what arrives at the end, unless it is a whole page', () => {
    const range = { start: 20, end: 50 }
    expect(sameRows(keys(0, 50), range, keys(0, 53))).toEqual({ start: 20, end: 53 })
    expect(sameRows(keys(0, 50), range, keys(0, 250))).toEqual({ start: 20, end: 50 })
    expect(sameRows(keys(0, 50), { start: 10, end: 40 }, keys(0, 53))).toEqual({ start: 10, end: 40 })
  })

  test('become more where less than the height of the view is left to scroll to', () => {
    const range = { start: 100, end: 140 }
    expect(extended(range, 1000, { above: 700, below: 900, height: 800 })).toEqual({ start: 80, end: 140 })
    expect(extended(range, 1000, { above: 900, below: 0, height: 800 })).toEqual({ start: 100, end: 160 })
    expect(extended({ start: 5, end: 995 }, 1000, { above: 0, below: 0, height: 800 })).toEqual({ start: 0, end: 1000 })
  })

  test('become fewer where more than that is far away, and what is near stays', () => {
    // Rows of 100 pixels; the view of 800 begins with row 30.
    const edges = { topOf: (row: number) => (row - 30) * 100, bottomOf: (row: number) => (row - 29) * 100 }
    const range = { start: 0, end: 80 }
    expect(shortened(range, { above: 3000, below: 4200, height: 800 }, edges)).toEqual({ start: 17, end: 51 })
    expect(shortened(range, { above: 1900, below: 1900, height: 800 }, edges)).toEqual(range)
    // What was removed is not added again at once.
    const next = { above: 1300, below: 1300, height: 800 }
    expect(extended({ start: 17, end: 51 }, 80, next)).toEqual({ start: 17, end: 51 })
  })
})
