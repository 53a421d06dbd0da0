import { dayText, type DayStyle, timeText } from '#dates/intl'

export type DateToFormat = {
  /** Unix time in seconds. */
  timestamp: number
  format: string
  fallback?: string | undefined
  timezone?: string | undefined
}

export type DateViewer = {
  /** A BCP 47 tag; undefined when it is not known. */
  locale?: string | undefined
  timeZone: string
  /** Undefined leaves it to the locale. */
  hour12?: boolean | undefined
  now: Date | number
}

/** A date's text for one viewer: its fallback, else the ISO time, where a token is unknown or it cannot be formatted. */
export function formatDate(date: DateToFormat, viewer: DateViewer): string {
  const at = new Date(date.timestamp * 1000)
  const seen = { ...viewer, timeZone: date.timezone ?? viewer.timeZone, now: new Date(viewer.now) }
  try {
    return date.format.replace(/\{(\w+)\}/g, (_, token: string) => tokenText(token, at, seen))
  } catch (error) {
    // What Intl cannot format, and a token that nobody knows.
    if (!(error instanceof RangeError)) throw error
    return date.fallback ?? (Number.isNaN(at.getTime()) ? String(date.timestamp) : at.toISOString())
  }
}

type Seen = Omit<DateViewer, 'now'> & { now: Date }

const dayTokens = new Map<string, DayStyle>([
  ['date_num', 'num'],
  ['date_slash', 'slash'],
  ['date_long', 'long'],
  ['date_long_full', 'full'],
  ['date', 'yearless'],
  ['date_short', 'short'],
])

function tokenText(token: string, at: Date, viewer: Seen): string {
  if (token === 'time' || token === 'time_secs') return timeText(at, viewer, token === 'time_secs')
  if (token === 'ago') return agoText(at, viewer)
  if (token === 'day_divider_pretty')
    return nearDay(at, viewer) ?? dayText(at, viewer, sameYear(at, viewer) ? 'divider' : 'long')
  const pretty = token.endsWith('_pretty')
  const style = dayTokens.get(pretty ? token.slice(0, -'_pretty'.length) : token)
  if (style === undefined || (pretty && !/^date(?:_long|_short)?_pretty$/.test(token)))
    throw new RangeError(`unknown token ${token}`)
  return (pretty ? nearDay(at, viewer) : undefined) ?? dayText(at, viewer, style)
}

/** "today", "yesterday" or "tomorrow": by the calendar of the viewer's zone, whose days are not all 24 hours long. */
function nearDay(at: Date, viewer: Seen): string | undefined {
  const days = calendarDay(at, viewer) - calendarDay(viewer.now, viewer)
  if (Math.abs(days) > 1) return undefined
  return new Intl.RelativeTimeFormat(viewer.locale ?? 'en', { numeric: 'auto' }).format(days, 'day')
}

function calendarDay(at: Date, viewer: Seen): number {
  return Date.parse(`${dayText(at, viewer, 'num')}T00:00:00Z`) / 86_400_000
}

function sameYear(at: Date, viewer: Seen): boolean {
  return dayText(at, viewer, 'num').slice(0, 4) === dayText(viewer.now, viewer, 'num').slice(0, 4)
}

function agoText(at: Date, viewer: Seen): string {
  const seconds = Math.trunc((at.getTime() - viewer.now.getTime()) / 1000)
  const locale = viewer.locale ?? 'en'
  if (Number.isNaN(seconds)) throw new RangeError('not a time')
  if (Math.abs(seconds) < 60) {
    if (!locale.startsWith('en')) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
    return seconds > 0 ? 'in less than a minute' : 'less than a minute ago'
  }
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  const minutes = Math.trunc(seconds / 60)
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
  const hours = Math.trunc(minutes / 60)
  return Math.abs(hours) < 24 ? relative.format(hours, 'hour') : relative.format(Math.trunc(hours / 24), 'day')
}
