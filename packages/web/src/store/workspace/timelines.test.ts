import { expect, test } from 'vitest'
import { tsOfDate } from './timelines.ts'

test.each(['0001-01-01', '1969-12-31', '1970-01-01', '2026-11-23', '2300-01-01', '9999-12-31'])(
  'the date %s has a ts as the server takes it',
  (date) => {
    expect(tsOfDate(date)).toMatch(/^\d{10}\.000000$/)
  },
)
