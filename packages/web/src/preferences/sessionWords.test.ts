import { expect, test } from 'vitest'
import { describeBrowser, describeUse } from './sessionWords.ts'

test('[SES-12] a browser is named by what is known of it', () => {
  expect(describeBrowser({ browser: 'Firefox', system: 'Linux' })).toBe('Firefox on Linux')
  expect(describeBrowser({ browser: '', system: 'Linux' })).toBe('Unknown browser on Linux')
  expect(describeBrowser({ browser: '', system: '' })).toBe('Unknown browser')
})

test('[SES-12] its last use is told as coarsely as it is known', () => {
  const now = new Date(2026, 5, 15, 20, 0)
  const words = (active: Date, current = false) =>
    describeUse(
      { id: '', browser: '', system: '', created_at: +new Date(2026, 5, 14), active_at: +active, current },
      now,
    )
  expect(words(now, true)).toBe('Signed in yesterday')
  expect(words(new Date(2026, 5, 15, 19, 30))).toBe('Signed in yesterday · Used within the last hour')
  expect(words(new Date(2026, 5, 15, 18, 30))).toBe('Signed in yesterday · Used an hour ago')
  expect(words(new Date(2026, 5, 15, 15, 0))).toBe('Signed in yesterday · Used 5 hours ago')
  expect(words(new Date(2026, 5, 14, 20, 0))).toBe('Signed in yesterday · Used yesterday')
  expect(words(new Date(2026, 5, 1))).toMatch(/Used on .*1/)
})
