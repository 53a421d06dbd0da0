type Viewer = { locale?: string | undefined; timeZone: string; hour12?: boolean | undefined }

export type DayStyle = 'num' | 'slash' | 'long' | 'full' | 'yearless' | 'short' | 'divider'

const month = { month: 'long', day: 'numeric' } as const
const styles: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  num: { year: 'numeric', month: '2-digit', day: '2-digit' },
  slash: { year: 'numeric', month: '2-digit', day: '2-digit' },
  long: { weekday: 'long', year: 'numeric', ...month },
  full: { year: 'numeric', ...month },
  yearless: month,
  short: { year: 'numeric', month: 'short', day: 'numeric' },
  divider: { weekday: 'long', ...month },
}

/** Formats a calendar day in the viewer's zone. Only `long` and `divider` have ordinals, and only in English. */
export function formatDay(at: Date, viewer: Viewer, style: DayStyle): string {
  if (style === 'num') return formatNumericDay(at, viewer, ['year', 'month', 'day'], '-')
  if (style === 'slash' && viewer.locale === undefined)
    return formatNumericDay(at, viewer, ['day', 'month', 'year'], '/')
  const locale = viewer.locale ?? 'en-US'
  const parts = getFormatter(locale, { ...styles[style], timeZone: viewer.timeZone }).formatToParts(at)
  const ordinal = (style === 'long' || style === 'divider') && /^en\b/i.test(locale)
  return parts
    .map(({ type, value }) => normalizeSpaces(ordinal && type === 'day' ? value + ordinalSuffix(Number(value)) : value))
    .join('')
}

export function formatTime(at: Date, viewer: Viewer, seconds: boolean): string {
  const options: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', timeZone: viewer.timeZone }
  if (seconds) options.second = '2-digit'
  const locale = viewer.locale ?? 'en-US'
  const hour12 = viewer.hour12 ?? getFormatter(locale, { hour: 'numeric' }).resolvedOptions().hour12 ?? false
  // `h23`, because `hour12: false` shows midnight as 24 in some locales.
  const clock = hour12 ? { hour12 } : ({ hour: '2-digit', hourCycle: 'h23' } as const)
  return normalizeSpaces(getFormatter(locale, { ...options, ...clock }).format(at))
}

function formatNumericDay(
  at: Date,
  viewer: Viewer,
  order: readonly Intl.DateTimeFormatPartTypes[],
  between: string,
): string {
  const parts = getFormatter('en-u-ca-gregory-nu-latn', { ...styles.num, timeZone: viewer.timeZone }).formatToParts(at)
  return order
    .map((type) => parts.find((part) => part.type === type)?.value.padStart(type === 'year' ? 4 : 2, '0'))
    .join(between)
}

const ordinalSuffixes: Record<Intl.LDMLPluralRule, string> = {
  zero: 'th',
  one: 'st',
  two: 'nd',
  few: 'rd',
  many: 'th',
  other: 'th',
}
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

function ordinalSuffix(day: number): string {
  return ordinalSuffixes[ordinals.select(day)]
}

/** Replaces the special spaces that some engines put before "AM". */
function normalizeSpaces(text: string): string {
  return text.replace(/[\u202f\u00a0]/g, ' ')
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Reuses formatters: creating one costs more than using it a hundred times. */
function getFormatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, options)
  if (formatters.size >= 200) formatters.clear()
  formatters.set(key, made)
  return made
}
