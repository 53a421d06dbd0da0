import type { z } from 'zod'
import { countCodePoints } from '#codePoints'

type Cell =
  | { type: 'raw_text' | 'raw_number'; text: string }
  | { type: 'rich_text'; elements: readonly { elements: readonly object[] }[] }
type Table = { type: string; rows: readonly (readonly Cell[])[]; row_header_column_index?: number | undefined }

/** Limits the characters in all cells of a table together. */
export function limitCellText(maxLength: number) {
  return (ctx: z.core.ParsePayload<Table>): void => {
    let length = 0
    for (const row of ctx.value.rows) for (const cell of row) length += lengthOf(cell)
    if (length <= maxLength) return
    ctx.issues.push({ code: 'too_big', origin: 'string', maximum: maxLength, path: ['rows'], input: ctx.value.rows })
  }
}

/** Requires a header row of plain cells, and as many cells in every other row. */
export function requireHeaderRow(ctx: z.core.ParsePayload<Table>): void {
  const [head = [], ...rest] = ctx.value.rows
  for (const [i, cell] of head.entries()) {
    if (cell.type !== 'rich_text') continue
    const values = ['raw_text', 'raw_number']
    ctx.issues.push({ code: 'invalid_value', values, path: ['rows', 0, i, 'type'], input: cell.type })
  }
  for (const [i, row] of rest.entries()) {
    if (row.length === head.length) continue
    const message = `must have as many cells as the first row: ${head.length}`
    ctx.issues.push({ code: 'custom', message, path: ['rows', i + 1], input: row })
  }
}

/** Requires the column that names each row to exist. */
export function requireHeaderColumn(ctx: z.core.ParsePayload<Table>): void {
  const { rows, row_header_column_index: index = 0 } = ctx.value
  const columns = rows[0]?.length ?? 0
  if (index < columns) return
  const issue = { code: 'custom', message: `must be less than ${columns}` } as const
  ctx.issues.push({ ...issue, path: ['row_header_column_index'], input: index })
}

function lengthOf(cell: Cell): number {
  if (cell.type !== 'rich_text') return countCodePoints(cell.text)
  let length = 0
  for (const part of cell.elements) for (const element of part.elements) length += textLength(element)
  return length
}

/** The length of an element's text, or of its inner elements: a list holds sections, which hold the text. */
function textLength(element: object): number {
  if ('text' in element && typeof element.text === 'string') return countCodePoints(element.text)
  if (!('elements' in element) || !Array.isArray(element.elements)) return 0
  return element.elements.reduce((sum: number, inner: unknown) => {
    return sum + (typeof inner === 'object' && inner !== null ? textLength(inner) : 0)
  }, 0)
}
