/** Prints rows as columns that are as wide as they need to be. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const cleaned = rows.map((row) => row.map(clean))
  const widths = (cleaned[0] ?? []).map((_, i) => Math.max(...cleaned.map((row) => row[i]?.length ?? 0)))
  for (const row of cleaned) {
    const line = row.map((text, i) => text.padEnd(widths[i] ?? 0)).join('  ')
    process.stdout.write(`${line.trimEnd()}\n`)
  }
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`)
}

/** Without control characters, with which a name could write over the terminal. */
export function clean(text: string): string {
  return text.replaceAll(/\p{Cc}|\p{Cf}/gu, '')
}

/** To the minute, in UTC. */
export function formatTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')}Z`
}
