/** From `from`, before `to`, Unix milliseconds. */
export interface Period {
  from: number
  to: number
}

/** The modifiers that name a time. */
export const timeNames = ['before', 'after', 'on', 'during'] as const
type TimeName = (typeof timeNames)[number]

const day = 86_400_000
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** [SRC-3] Reads `before:2026-01-31`, `on:today`, `during:march`; undefined if it names no time. */
export function readPeriod(
  name: TimeName,
  value: string,
  clock: { now: number; timeZone: string },
): Period | undefined {
  const named = namedPeriod(value, clock)
  if (!named) return undefined
  if (name === 'before') return { from: 0, to: named.from }
  if (name === 'after') return { from: named.to, to: Infinity }
  return named
}

/** A day, month or year as people write it. */
function namedPeriod(value: string, { now, timeZone }: { now: number; timeZone: string }): Period | undefined {
  const [year, month, date] = dateIn(now, timeZone)
  const between = (from: [number, number, number], to: [number, number, number]): Period => ({
    from: midnight(from, timeZone),
    to: midnight(to, timeZone),
  })
  const on = (y: number, m: number, d: number) => between([y, m, d], [y, m, d + 1])
  const inMonth = (y: number, m: number) => between([y, m, 1], [y, m + 1, 1])
  const [, y = '', m, d] = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/.exec(value) ?? []
  if (y && d) return isDate(Number(m), Number(d)) ? on(Number(y), Number(m) - 1, Number(d)) : undefined
  if (y && m) return isDate(Number(m), 1) ? inMonth(Number(y), Number(m) - 1) : undefined
  if (y) return between([Number(y), 0, 1], [Number(y) + 1, 0, 1])
  switch (value) {
    case 'today':
      return on(year, month, date)
    case 'yesterday':
      return on(year, month, date - 1)
    case 'week':
      return between([year, month, date - 6], [year, month, date + 1])
    case 'month':
      return between([year, month, date - 29], [year, month, date + 1])
    case 'year':
      return between([year - 1, month, date + 1], [year, month, date + 1])
  }
  const named = /^[a-z]{3,9}$/.test(value) ? months.indexOf(value.slice(0, 3)) : -1
  if (named < 0) return undefined
  // A month that is still to come is that of last year.
  return inMonth(named > month ? year - 1 : year, named)
}

function isDate(month: number, date: number): boolean {
  return month >= 1 && month <= 12 && date >= 1 && date <= 31
}

/** The year, the month from 0 and the day at a moment. */
function dateIn(at: number, timeZone: string): [number, number, number] {
  const local = new Date(at + offsetOf(at, timeZone))
  return [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()]
}

function midnight([year, month, date]: [number, number, number], timeZone: string): number {
  const wall = Date.UTC(year, month, date)
  const guess = wall - offsetOf(wall, timeZone)
  // The offset may change on that day.
  return wall - offsetOf(guess, timeZone)
}

/** How far a time zone is ahead of UTC at a moment, in milliseconds. An unknown zone counts as UTC. */
function offsetOf(at: number, timeZone: string): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) / 24 + Number(minutes) / 1440) * day
  } catch {
    return 0
  }
}
