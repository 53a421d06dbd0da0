/** Rows of words as monospaced lines, their columns padded to the same width; the first row is the head. */
export type Layout = { rows: readonly (readonly string[])[]; widths: readonly number[]; text: string }

/** More rows behind those laid out before: the lines above stay as they are unless a column grows wider. */
export function laidOut(rows: readonly (readonly string[])[], before?: Layout): Layout {
  const all = before ? [...before.rows, ...rows] : rows
  const widths = (all[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, (row[column] ?? '').length), before?.widths[column] ?? 0),
  )
  const same = before && widths.every((width, column) => width === before.widths[column])
  const lines = (same ? rows : all).map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`)
  if (!same) lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  return { rows: all, widths, text: [...(same ? [before.text] : []), ...lines].join('\n') }
}
