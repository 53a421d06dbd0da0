import { locale } from '#words/t.ts'
/** Round numbers from the bottom to the top of an axis. Zero is always on it. */
export function ticksOf(values: readonly number[], wanted = 4): number[] {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const step = roundStep((high - low || 1) / wanted)
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step))
  // Counts in steps: 3 * 0.1 is not 0.3.
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

/** The smallest of 1, 2, 2.5 and 5 times a power of ten that is not below a step. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  return power * ([1, 2, 2.5, 5].find((factor) => factor * power >= step) ?? 10)
}

const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 })
const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })

export function formatShort(value: number): string {
  return Math.abs(value) >= 10_000 ? short.format(value) : exact.format(value)
}

export function formatExact(value: number): string {
  return exact.format(value)
}
