let { clock, full } = createFormats(globalThis.document?.documentElement.dataset['clock'])
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', month: 'long', day: 'numeric' })
const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })
const shortDay = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })

/** [WEB-16] Hours from 1 to 12, from 0 to 23, or as the language has them. */
export function setClock(hours: string | undefined): void {
  ;({ clock, full } = createFormats(hours))
}

function createFormats(hours: string | undefined) {
  const hourCycle = hours === '12' ? 'h12' : hours === '24' ? 'h23' : undefined
  return {
    clock: new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', hourCycle }),
    full: new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short', hourCycle }),
  }
}

export function formatTime(ts: string): string {
  return toPlainSpaces(clock.format(toDate(ts)))
}

export function formatFullTime(ts: string): string {
  return toPlainSpaces(full.format(toDate(ts)))
}

/** Formats the time of a ts: "14:05" if it is today, "Feb 18" if it is earlier. */
export function formatShortTime(ts: string, now = new Date()): string {
  const at = toDate(ts)
  return at.toDateString() === now.toDateString() ? formatTime(ts) : shortDay.format(at)
}

export function formatDay(at: Date, now = new Date()): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (at.toDateString() === now.toDateString()) return 'Today'
  if (at.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return at.getFullYear() === now.getFullYear() ? weekday.format(at) : longDay.format(at)
}

export function toDate(ts: string): Date {
  return new Date(Number.parseInt(ts, 10) * 1000)
}

function toPlainSpaces(text: string): string {
  return text.replaceAll(/[\u202f\u00a0]/g, ' ')
}
