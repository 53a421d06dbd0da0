const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `"90s"`, `"10m"`, `"-2h"` in milliseconds; undefined where it is no duration. */
export function milliseconds(text: string): number | undefined {
  const [, sign, count, unit] = /^(-?)(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  if (count === undefined || unit === undefined) return undefined
  return (sign === '-' ? -1 : 1) * Number(count) * (units[unit] ?? 1)
}
