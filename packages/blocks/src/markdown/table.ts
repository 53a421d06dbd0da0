import type { RichTextInline, TableBlock, TableCell } from '#block'
import { preformatted } from './code.ts'
import { inlineOf, inlineOfSource } from './inline.ts'
import { laidOut, type Layout } from './layout.ts'
import type { Piece } from './pieces.ts'
import type { Node } from './tree.ts'

const mostColumns = 20
const mostRows = 100

/** A row as cells, and as the words that it is laid out with where the table is too large. */
export type Row = { cells: TableCell[]; words: string[] }

/** A table block; one that is larger than a table block may be is laid out as text. */
export function tableOf(node: Node): Piece {
  return new TableRows(node).piece(rowsOf(node).map((row, i) => rowOf(row, i)))
}

/** The table as monospaced text. */
export function tableText(node: Node): string {
  return laidOut(rowsOf(node).map(wordsOf)).text
}

/** The rows of a table, its head first. */
export function rowsOf(table: Node): Node[] {
  return table.children.flatMap((part) => part.children)
}

export function rowOf(row: Node, i = 1): Row {
  const style = i === 0 ? { bold: true } : {}
  return { cells: row.children.map((cell) => cellOf(inlineOf(cell, style))), words: wordsOf(row) }
}

/** A row below the head from its source, where no bar in it is escaped. `open`: it is still being written. */
export function rowOfSource(source: string, columns: number, open = false): Row {
  const parts = source.trim().split('|')
  if (parts[0] === '') parts.shift()
  if (parts.at(-1) === '') parts.pop()
  const words = Array.from({ length: columns }, (_, i) => (parts[i] ?? '').trim())
  const last = words.findLastIndex((text) => text !== '')
  return { cells: words.map((text, i) => cellOf(inlineOfSource(text, open && i === last))), words }
}

/** A table that is made row by row. */
export class TableRows {
  readonly #aligned: ReturnType<typeof alignOf>[]
  #rows: Row[] = []
  #layout: Layout | undefined

  constructor(table: Node) {
    this.#aligned = (rowsOf(table)[0]?.children ?? []).map(alignOf)
  }

  get columns(): number {
    return this.#aligned.length
  }

  add(rows: readonly Row[]): void {
    this.#rows.push(...rows)
  }

  /** With more rows behind those that were added. */
  piece(more: readonly Row[]): Piece {
    if (this.columns > mostColumns || this.#rows.length + more.length > mostRows) {
      const settled = this.#rows.slice(this.#layout?.rows.length)
      this.#layout = laidOut(
        settled.map((row) => row.words),
        this.#layout,
      )
      const { text } = laidOut(
        more.map((row) => row.words),
        this.#layout,
      )
      return { kind: 'rich', elements: [preformatted(text)] }
    }
    const block: TableBlock = {
      type: 'table',
      rows: [...this.#rows, ...more].map((row) => row.cells),
      ...(this.#aligned.some(Boolean)
        ? { column_settings: this.#aligned.map((align) => (align ? { align } : {})) }
        : {}),
    }
    return { kind: 'block', block }
  }
}

function wordsOf(row: Node): string[] {
  return row.children.map((cell) => cell.children[0]?.token.content ?? '')
}

function alignOf(cell: Node): 'left' | 'center' | 'right' | undefined {
  const align = /text-align:(left|center|right)/.exec(String(cell.token.attrGet('style') ?? ''))?.[1]
  return align === 'left' || align === 'center' || align === 'right' ? align : undefined
}

function cellOf(elements: RichTextInline[]): TableCell {
  const shown: RichTextInline[] = elements.length > 0 ? elements : [{ type: 'text', text: ' ' }]
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: shown }] }
}
