/** A table as monospaced text with padded columns. The first row is the header. */
export type TextTable = { rows: readonly (readonly string[])[]; widths: readonly number[]; text: string }

/** Lays out rows below those of `before`. The lines of `before` are reused unless a column got wider. */
export function layOutTable(rows: readonly (readonly string[])[], before?: TextTable): TextTable {
  const all = before ? [...before.rows, ...rows] : rows
  const widths = (all[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, (row[column] ?? '').length), before?.widths[column] ?? 0),
  )
  const same = before && widths.every((width, column) => width === before.widths[column])
  const lines = (same ? rows : all).map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`)
  if (!same) lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  return { rows: all, widths, text: [...(same ? [before.text] : []), ...lines].join('\n') }
}
