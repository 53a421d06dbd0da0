/** What apps are told about a time zone. */
export interface TimeZone {
  /** In English: `Brasilia Standard Time`. */
  label: string
  /** How many seconds it is ahead of UTC. */
  offset: number
}

const timeZones: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'))

/** The list lacks older names, which only the formatter knows. The formatter is slow to load, so it comes second. */
export function isTimeZone(name: string): boolean {
  if (timeZones.has(name)) return true
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Describes a time zone as it is at a moment. */
export function describeTimeZone(zone: string, now: number): TimeZone {
  return { label: partOf(zone, now, 'long') || zone, offset: toSeconds(partOf(zone, now, 'longOffset')) }
}

function partOf(timeZone: string, now: number, timeZoneName: 'long' | 'longOffset'): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName })
  return format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** `GMT-03:00` is -10800, `GMT` is 0. */
function toSeconds(offset: string): number {
  const [, sign, hours, minutes, seconds = 0] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(offset) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}
