import type { RichTextInline, TableBlock, TableCell } from '#block'
import { preformatted } from './code.ts'
import { inlineOf } from './inline.ts'
import type { Piece } from './pieces.ts'
import type { Node } from './tree.ts'

/** A table block; one that is larger than a table block may be is laid out as text. */
export function tableOf(node: Node): Piece {
  const rows = rowsOf(node)
  const columns = rows[0]?.children ?? []
  if (columns.length > 20 || rows.length > 100) return { kind: 'rich', elements: [preformatted(tableText(node))] }
  const aligned = columns.map(alignOf)
  const block: TableBlock = {
    type: 'table',
    rows: rows.map((row, i) => row.children.map((cell) => cellOf(inlineOf(cell, i === 0 ? { bold: true } : {})))),
    ...(aligned.some(Boolean) ? { column_settings: aligned.map((align) => (align ? { align } : {})) } : {}),
  }
  return { kind: 'block', block }
}

/** The table as monospaced text, its columns padded to the same width. */
export function tableText(node: Node): string {
  const rows = rowsOf(node).map((row) => row.children.map((cell) => cell.children[0]?.token.content ?? ''))
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, (row[column] ?? '').length), 0),
  )
  const lines = rows.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`)
  return lines.toSpliced(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`).join('\n')
}

function rowsOf(table: Node): Node[] {
  return table.children.flatMap((part) => part.children)
}

function alignOf(cell: Node): 'left' | 'center' | 'right' | undefined {
  const align = /text-align:(left|center|right)/.exec(String(cell.token.attrGet('style') ?? ''))?.[1]
  return align === 'left' || align === 'center' || align === 'right' ? align : undefined
}

function cellOf(elements: RichTextInline[]): TableCell {
  const shown: RichTextInline[] = elements.length > 0 ? elements : [{ type: 'text', text: ' ' }]
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: shown }] }
}
