import { t } from '#words/t.ts'
import { formatAt } from '#words/times.ts'

export function formatTime(ts: string): string {
  return formatAt(toDate(ts), 'time')
}

export function formatFullTime(ts: string): string {
  return formatAt(toDate(ts), 'full')
}

/** Formats the time of a ts: "14:05" if it is today, "Feb 18" if it is earlier. */
export function formatShortTime(ts: string, now = new Date()): string {
  const at = toDate(ts)
  return at.toDateString() === now.toDateString() ? formatTime(ts) : formatAt(at, 'shortDay')
}

export function formatDay(at: Date, now = new Date()): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (at.toDateString() === now.toDateString()) return t('Today')
  if (at.toDateString() === yesterday.toDateString()) return t('Yesterday')
  return formatAt(at, at.getFullYear() === now.getFullYear() ? 'day' : 'dayOfYear')
}

export function toDate(ts: string): Date {
  return new Date(Number.parseInt(ts, 10) * 1000)
}
