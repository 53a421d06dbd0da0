import { t } from '#words/t.ts'
import { formatAt } from '#words/times.ts'

export type SuggestedTime = { label: string; at: Date }

/** Times that people often choose: soon, tomorrow morning, and the morning of the next Monday. */
export function suggestTimes(now: Date): SuggestedTime[] {
  const morning = (daysAhead: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysAhead, 9)
  const soon = new Date(Math.ceil((now.getTime() + 3_600_000) / 300_000) * 300_000)
  const toMonday = (8 - now.getDay()) % 7 || 7
  return [
    { label: t('In an hour'), at: soon },
    { label: t('Tomorrow morning'), at: morning(1) },
    ...(toMonday > 1 ? [{ label: t('Monday morning'), at: morning(toMonday) }] : []),
  ]
}

/** "today at 14:05", "tomorrow at 9:00", "Mon, Nov 23, 9:00". */
export function formatWhen(at: Date, now: Date): string {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  const time = formatAt(at, 'time')
  if (at.toDateString() === now.toDateString()) return t('today at {time}', { time })
  if (at.toDateString() === tomorrow.toDateString()) return t('tomorrow at {time}', { time })
  return formatAt(at, 'dayAndTime')
}

/** The value of a `datetime-local` field, in the time zone of the browser. */
export function toFieldValue(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
