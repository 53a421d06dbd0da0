import { expect, test } from 'vitest'
import { suggestReminders } from './reminderTimes.ts'

test('[LAT-5] reminders are offered for soon, tomorrow at 9:00 and Monday at 9:00, by the clock of the reader', () => {
  const written = (at: Date) =>
    [at.getDate(), at.getHours(), String(at.getMinutes()).padStart(2, '0')].join(' ').replace(/ (\d+)$/, ':$1')
  const offered = (now: Date) => suggestReminders(now).map(({ at }) => written(at))
  // 2026-11-23 is a Monday, 2026-11-29 a Sunday.
  expect(offered(new Date(2026, 10, 23, 10, 5))).toEqual(['23 10:25', '23 11:05', '23 13:05', '24 9:00', '30 9:00'])
  expect(offered(new Date(2026, 10, 29, 23, 50))).toEqual(['30 0:10', '30 0:50', '30 2:50', '30 9:00', '30 9:00'])
})
