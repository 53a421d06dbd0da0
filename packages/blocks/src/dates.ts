import { formatDay, type DayStyle, formatTime } from '#dates/intl'
import { formatIsoTime } from '#dates/isoTime'

/** A date as the `date` element of rich text has it. */
export type DateToFormat = {
  /** Unix time in seconds. */
  timestamp: number
  /** Text with tokens such as `{date_short}` and `{time}`. */
  format: string
  /** What to show if the date cannot be formatted. */
  fallback?: string | undefined
  /** An IANA time zone, used in place of the viewer's. */
  timezone?: string | undefined
}

/** For whom a date is formatted. */
export type DateViewer = {
  /** A BCP 47 tag; undefined if it is not known. */
  locale?: string | undefined
  /** An IANA time zone. */
  timeZone: string
  /** A 12-hour clock or a 24-hour clock; undefined leaves it to the locale. */
  hour12?: boolean | undefined
  /** The current time: a `Date`, or Unix time in milliseconds. */
  now: Date | number
}

/**
 * Formats a date for one viewer. If a token is unknown or the date cannot be formatted, returns the fallback, or without
 * one the ISO time. Never throws. The tokens are those of docs.slack.dev/messaging/formatting-message-text#date-formatting.
 */
export function formatDate(date: DateToFormat, viewer: DateViewer): string {
  const at = new Date(date.timestamp * 1000)
  const resolved = { ...viewer, timeZone: date.timezone ?? viewer.timeZone, now: new Date(viewer.now) }
  try {
    return date.format.replace(/\{(\w+)\}/g, (_, token: string) => formatToken(token, at, resolved))
  } catch (error) {
    // A RangeError means a value that Intl cannot format, or an unknown token.
    if (!(error instanceof RangeError)) throw error
    return date.fallback ?? formatIsoTime(date.timestamp)
  }
}

type ResolvedViewer = Omit<DateViewer, 'now'> & { now: Date }

const dayTokens = new Map<string, DayStyle>([
  ['date_num', 'num'],
  ['date_slash', 'slash'],
  ['date_long', 'long'],
  ['date_long_full', 'full'],
  ['date', 'yearless'],
  ['date_short', 'short'],
])

function formatToken(token: string, at: Date, viewer: ResolvedViewer): string {
  if (token === 'time' || token === 'time_secs') return formatTime(at, viewer, token === 'time_secs')
  if (token === 'ago') return formatAgo(at, viewer)
  if (token === 'day_divider_pretty')
    return formatNearDay(at, viewer) ?? formatDay(at, viewer, isSameYear(at, viewer) ? 'divider' : 'long')
  const pretty = token.endsWith('_pretty')
  const style = dayTokens.get(pretty ? token.slice(0, -'_pretty'.length) : token)
  if (style === undefined || (pretty && !/^date(?:_long|_short)?_pretty$/.test(token)))
    throw new RangeError(`unknown token ${token}`)
  return (pretty ? formatNearDay(at, viewer) : undefined) ?? formatDay(at, viewer, style)
}

/** "today", "yesterday" or "tomorrow" by the calendar of the viewer's zone, where not every day has 24 hours. */
function formatNearDay(at: Date, viewer: ResolvedViewer): string | undefined {
  const days = dayNumber(at, viewer) - dayNumber(viewer.now, viewer)
  if (Math.abs(days) > 1) return undefined
  return new Intl.RelativeTimeFormat(viewer.locale ?? 'en', { numeric: 'auto' }).format(days, 'day')
}

function dayNumber(at: Date, viewer: ResolvedViewer): number {
  return Date.parse(`${formatDay(at, viewer, 'num')}T00:00:00Z`) / 86_400_000
}

function isSameYear(at: Date, viewer: ResolvedViewer): boolean {
  return formatDay(at, viewer, 'num').slice(0, 4) === formatDay(viewer.now, viewer, 'num').slice(0, 4)
}

function formatAgo(at: Date, viewer: ResolvedViewer): string {
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
