import { expect, test } from 'vitest'
import { formatDuration, parseDuration } from './duration.ts'

test.each(['1ms', '90s', '90m', '5h', '1d'])('%s is read and written', (text) => {
  expect(formatDuration(parseDuration(text) ?? Number.NaN)).toBe(text)
})

test('a duration is written in the longest unit that needs no fraction', () => {
  expect([120_000, 36_000_000, 172_800_000].map(formatDuration)).toEqual(['2m', '10h', '2d'])
})
