import type { z } from 'zod'
import { codePoints } from '#codePoints'

type Cell =
  | { type: 'raw_text' | 'raw_number'; text: string }
  | { type: 'rich_text'; elements: readonly { elements: readonly object[] }[] }
type Table = { type: string; rows: readonly (readonly Cell[])[] }

/** That a table's cells hold no more characters than this, all together. */
export function atMostInCells(most: number) {
  return (ctx: z.core.ParsePayload<Table>): void => {
    let length = 0
    for (const row of ctx.value.rows) for (const cell of row) length += lengthOf(cell)
    if (length <= most) return
    ctx.issues.push({ code: 'too_big', origin: 'string', maximum: most, path: ['rows'], input: ctx.value.rows })
  }
}

/** That every row has as many cells as the first, whose cells are plain: they head the columns. */
export function headed(ctx: z.core.ParsePayload<Table>): void {
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

function lengthOf(cell: Cell): number {
  if (cell.type !== 'rich_text') return codePoints(cell.text)
  let length = 0
  for (const part of cell.elements) for (const element of part.elements) length += textLength(element)
  return length
}

/** A list holds sections, which hold the words. */
function textLength(element: object): number {
  if ('text' in element && typeof element.text === 'string') return codePoints(element.text)
  if (!('elements' in element) || !Array.isArray(element.elements)) return 0
  return element.elements.reduce((sum: number, inner: unknown) => {
    return sum + (typeof inner === 'object' && inner !== null ? textLength(inner) : 0)
  }, 0)
}
