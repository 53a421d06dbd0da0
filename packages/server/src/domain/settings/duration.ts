const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses `"90s"`, `"10m"` or `"-2h"` into milliseconds. Undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, sign, count, unit] = /^(-?)(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  if (count === undefined || unit === undefined) return undefined
  return (sign === '-' ? -1 : 1) * Number(count) * (units[unit] ?? 1)
}

/** A text of which `parseDuration` makes these milliseconds, in the longest unit that needs no fraction. */
export function formatDuration(ms: number): string {
  const [unit, length] = Object.entries(units).findLast(([, one]) => ms % one === 0) ?? ['ms', 1]
  return `${ms / length}${unit}`
}
