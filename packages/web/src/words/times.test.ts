import { afterEach, expect, test } from 'vitest'
import { formatAt, is12Hours, setClock } from './times.ts'

afterEach(() => setClock(undefined))

test('[WEB-16] every time has the hours that the person prefers', () => {
  const at = Date.UTC(2026, 1, 18, 14, 5)
  const say = () =>
    (['time', 'full', 'dayAndTime', 'weekdayAndTime', 'longWeekdayAndTime'] as const).map((style) =>
      formatAt(at, style, 'UTC'),
    )
  setClock('24')
  expect(say().filter((text) => text.includes('14:05'))).toHaveLength(5)
  expect(is12Hours()).toBe(false)
  setClock('12')
  expect(say().filter((text) => /\b2:05 PM/.test(text))).toHaveLength(5)
  expect(is12Hours()).toBe(true)
  setClock('language')
  expect(is12Hours()).toBe(undefined)
  expect(formatAt(at, 'weekday', 'UTC')).toBe('Wednesday')
})
