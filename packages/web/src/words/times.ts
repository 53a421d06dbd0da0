import { locale } from './t.ts'

const time = { hour: 'numeric', minute: '2-digit' } as const
const styles = {
  /** "2:05 PM" */
  time,
  /** "Monday, February 18, 2026 at 2:05 PM" */
  full: { dateStyle: 'full', timeStyle: 'short' },
  /** "Mon, Feb 18, 2:05 PM" */
  dayAndTime: { weekday: 'short', month: 'short', day: 'numeric', ...time },
  /** "Mon, 2:05 PM" */
  weekdayAndTime: { weekday: 'short', ...time },
  /** "Monday 2:05 PM" */
  longWeekdayAndTime: { weekday: 'long', ...time },
  weekday: { weekday: 'long' },
  /** "Monday, February 18" */
  day: { weekday: 'long', month: 'long', day: 'numeric' },
  /** "February 18, 2026" */
  dayOfYear: { dateStyle: 'long' },
  /** "Feb 18" */
  shortDay: { month: 'short', day: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

let hours = globalThis.document?.documentElement.dataset['clock']
const formats = new Map<string, Intl.DateTimeFormat>()

/** [WEB-16] Hours from 1 to 12, from 0 to 23, or as the language has them. */
export function setClock(chosen: string | undefined): void {
  hours = chosen
  formats.clear()
}

/** For times that are formatted elsewhere; undefined if the language decides. */
export function is12Hours(): boolean | undefined {
  return hours === '12' ? true : hours === '24' ? false : undefined
}

/** [WEB-16] Every time and day that people see, but those in what apps write, is formatted here. */
export function formatAt(at: Date | number, style: keyof typeof styles, timeZone?: string): string {
  const key = `${style} ${timeZone}`
  let format = formats.get(key)
  if (!format) {
    const hourCycle = hours === '12' ? 'h12' : hours === '24' ? 'h23' : undefined
    format = new Intl.DateTimeFormat(locale, { ...styles[style], hourCycle, timeZone })
    formats.set(key, format)
  }
  return format.format(at).replaceAll(/[\u202f\u00a0]/g, ' ')
}
