import { describe, expect, test } from 'vitest'
import { type DateViewer, formatDate } from '#dates'

// 2014-02-18 14:39:42 UTC, which is 06:39:42 in Los Angeles.
const timestamp = 1392734382
const later = new Date('2026-11-21T12:00:00Z')
const viewer: DateViewer = { locale: 'en-US', timeZone: 'America/Los_Angeles', now: later }

describe('formatDate', () => {
  const tokens: [string, string][] = [
    ['{date_num}', '2014-02-18'],
    ['{date_slash}', '02/18/2014'],
    ['{date_long}', 'Tuesday, February 18th, 2014'],
    ['{date_long_full}', 'February 18, 2014'],
    ['{date_long_pretty}', 'Tuesday, February 18th, 2014'],
    ['{date}', 'February 18'],
    ['{date_pretty}', 'February 18'],
    ['{date_short}', 'Feb 18, 2014'],
    ['{date_short_pretty}', 'Feb 18, 2014'],
    ['{day_divider_pretty}', 'Tuesday, February 18th, 2014'],
    ['{time}', '6:39 AM'],
    ['{time_secs}', '6:39:42 AM'],
    ['{ago}', '4,658 days ago'],
    ['Posted {date_num} at {time}', 'Posted 2014-02-18 at 6:39 AM'],
    ['no token', 'no token'],
  ]
  test.each(tokens)('[RT-1] shows %s as %s', (format, shown) => {
    expect(formatDate({ timestamp, format }, viewer)).toBe(shown)
  })

  test('[RT-1] uses ordinals only in English', () => {
    const days = ['01', '02', '03', '04', '11', '12', '13', '21', '22', '23', '31']
    const shown = days.map((day) => at(`2014-01-${day}T20:00:00Z`, '{date_long}').match(/January (\w+)/)?.[1])
    expect(shown).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '23rd', '31st'])
    expect(formatDate({ timestamp, format: '{date_long}' }, { ...viewer, locale: 'de' })).toBe(
      'Dienstag, 18. Februar 2014',
    )
  })

  test('[RT-2] writes {date_slash} by the locale, and the day first if it is unknown', () => {
    const shown = ['en-US', 'en-GB', 'de', undefined].map((locale) =>
      formatDate({ timestamp, format: '{date_slash}' }, { ...viewer, locale }),
    )
    expect(shown).toEqual(['02/18/2014', '18/02/2014', '18.02.2014', '18/02/2014'])
  })

  test('[RT-2] writes today, yesterday and tomorrow by the calendar of the zone, in lower case', () => {
    const near = (time: string, now: string) =>
      formatDate({ timestamp: Date.parse(time) / 1000, format: '{date_pretty}' }, { ...viewer, now: new Date(now) })
    expect(near('2014-02-18T14:39:42Z', '2014-02-18T23:00:00Z')).toBe('today')
    expect(near('2014-02-18T07:30:00Z', '2014-02-18T09:00:00Z')).toBe('yesterday')
    expect(near('2014-02-19T14:39:42Z', '2014-02-18T14:00:00Z')).toBe('tomorrow')
    // The clocks go forward on 2014-03-09: that day has 23 hours.
    expect(near('2014-03-08T08:30:00Z', '2014-03-10T06:30:00Z')).toBe('yesterday')
    // They go back on 2014-11-02: that day has 25.
    expect(near('2014-11-02T07:30:00Z', '2014-11-03T08:30:00Z')).toBe('yesterday')
    expect(near('2014-11-02T07:30:00Z', '2014-11-03T07:30:00Z')).toBe('today')
    expect(near('2014-02-16T14:39:42Z', '2014-02-18T14:00:00Z')).toBe('February 16')
  })

  test('[RT-1] leaves the year out of a divider of the same year', () => {
    const now = new Date('2014-06-01T00:00:00Z')
    expect(formatDate({ timestamp, format: '{day_divider_pretty}' }, { ...viewer, now })).toBe('Tuesday, February 18th')
  })

  test('[RT-2] counts minutes, hours and days ago', () => {
    const ago = (seconds: number) =>
      formatDate({ timestamp: later.getTime() / 1000 - seconds, format: '{ago}' }, { ...viewer, now: later.getTime() })
    expect([0, 59, 60, 3599, 3600, 86_399, 86_400, 200_000].map(ago)).toEqual([
      'less than a minute ago',
      'less than a minute ago',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
      '1 day ago',
      '2 days ago',
    ])
    expect(ago(-300)).toBe('in 5 minutes')
  })

  test('shows a 24-hour clock on request, with midnight as 00', () => {
    expect(formatDate({ timestamp, format: '{time}' }, { ...viewer, hour12: false })).toBe('06:39')
    expect(formatDate({ timestamp: 0, format: '{time_secs}' }, { ...viewer, timeZone: 'UTC', hour12: false })).toBe(
      '00:00:00',
    )
    expect(formatDate({ timestamp: 0, format: '{time}' }, { ...viewer, timeZone: 'UTC' })).toBe('12:00 AM')
    expect(formatDate({ timestamp, format: '{time}' }, { ...viewer, locale: 'de' })).toBe('06:39')
    expect(formatDate({ timestamp, format: '{time}' }, { ...viewer, locale: 'de', hour12: true })).toMatch(/6:39/)
  })

  test('shows the clock time before and after a change of the clocks, and at midnight', () => {
    expect(['2014-03-09T09:59:00Z', '2014-03-09T10:00:00Z'].map((time) => at(time, '{time}'))).toEqual([
      '1:59 AM',
      '3:00 AM',
    ])
    expect(['2014-11-02T08:59:00Z', '2014-11-02T09:00:00Z'].map((time) => at(time, '{time}'))).toEqual([
      '1:59 AM',
      '1:00 AM',
    ])
    expect(['2014-02-18T07:59:59Z', '2014-02-18T08:00:00Z'].map((time) => at(time, '{date_num} {time_secs}'))).toEqual([
      '2014-02-17 11:59:59 PM',
      '2014-02-18 12:00:00 AM',
    ])
  })

  test('uses the zone of the date if it has one', () => {
    expect(formatDate({ timestamp, format: '{time}', timezone: 'UTC' }, viewer)).toBe('2:39 PM')
  })

  const broken: [string, number, string | undefined, string][] = [
    ['{nonsense}', timestamp, 'Feb 18', 'Feb 18'],
    ['{nonsense}', timestamp, undefined, '2014-02-18T14:39:42.000Z'],
    ['{constructor}', timestamp, 'Feb 18', 'Feb 18'],
    ['{date_num_pretty}', timestamp, 'Feb 18', 'Feb 18'],
    ['{date}', 8.64e13, 'far', 'far'],
    ['{ago}', 8.64e13, undefined, '86400000000000'],
    ['{date_num}', -86_400, undefined, '1969-12-30'],
  ]
  test.each(broken)('[RT-2] shows %s of %d with the fallback %j as %j', (format, seconds, fallback, shown) => {
    expect(formatDate({ timestamp: seconds, format, fallback }, viewer)).toBe(shown)
  })

  test('[RT-2] shows the fallback if the zone is unknown', () => {
    expect(formatDate({ timestamp, format: '{time}', fallback: 'then' }, { ...viewer, timeZone: 'Nowhere/Else' })).toBe(
      'then',
    )
  })
})

function at(time: string, format: string): string {
  return formatDate({ timestamp: Date.parse(time) / 1000, format }, viewer)
}
