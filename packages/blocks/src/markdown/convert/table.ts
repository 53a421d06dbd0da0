import type { RichTextInline, TableBlock, TableCell } from '#types'
import { preformatted } from './code.ts'
import { inlineOf, inlineFromSource } from './inline.ts'
import { layOutTable, type TextTable } from './textTable.ts'
import type { BlockFragment } from './fragment.ts'
import type { MarkdownNode } from '#markdown/parse/tree'
import { finish, type Steps } from '#text/steps'

const maxColumns = 20
const maxRows = 100

/** A row as cells, and as plain texts for a table that is too large for a table block. */
export type Row = { cells: TableCell[]; words: string[] }

/** Converts a table to a table block, or to text if it is larger than a table block may be. */
export function tableOf(node: MarkdownNode): BlockFragment {
  return finish(tableInSteps(node))
}

/** How many rows are converted in one step. */
const perStep = 50

/** As `tableOf`, in steps. */
export function* tableInSteps(node: MarkdownNode): Steps<BlockFragment> {
  const rows: Row[] = []
  for (const row of rowsOf(node)) if (rows.push(rowOf(row)) % perStep === 0) yield
  return new TableBuilder(node).toFragment(rows)
}

/** A table as monospaced text. */
export function tableText(node: MarkdownNode): string {
  return layOutTable(rowsOf(node).map(wordsOf)).text
}

/** The rows of a table, the header first. */
export function rowsOf(table: MarkdownNode): MarkdownNode[] {
  return table.children.flatMap((part) => part.children)
}

export function rowOf(row: MarkdownNode): Row {
  return { cells: row.children.map((cell) => cellOf(inlineOf(cell))), words: wordsOf(row) }
}

/** Converts a row below the header from source without escaped bars. `open`: it is still being written. */
export function rowFromSource(source: string, columns: number, open = false): Row {
  const parts = source.trim().split('|')
  if (parts[0] === '') parts.shift()
  if (parts.at(-1) === '') parts.pop()
  const words = Array.from({ length: columns }, (_, i) => (parts[i] ?? '').trim())
  const last = words.findLastIndex((text) => text !== '')
  return { cells: words.map((text, i) => cellOf(inlineFromSource(text, open && i === last))), words }
}

/** Builds a table row by row. */
export class TableBuilder {
  readonly #aligned: ReturnType<typeof alignOf>[]
  #rows: Row[] = []
  #layout: TextTable | undefined

  constructor(table: MarkdownNode) {
    this.#aligned = (rowsOf(table)[0]?.children ?? []).map(alignOf)
  }

  get columns(): number {
    return this.#aligned.length
  }

  add(rows: readonly Row[]): void {
    this.#rows.push(...rows)
  }

  /** Returns the table with more rows at the end, and adds none. */
  toFragment(more: readonly Row[]): BlockFragment {
    if (this.columns > maxColumns || this.#rows.length + more.length > maxRows) {
      const settled = this.#rows.slice(this.#layout?.rows.length)
      this.#layout = layOutTable(
        settled.map((row) => row.words),
        this.#layout,
      )
      const { text } = layOutTable(
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

function wordsOf(row: MarkdownNode): string[] {
  return row.children.map((cell) => cell.children[0]?.token.content ?? '')
}

function alignOf(cell: MarkdownNode): 'left' | 'center' | 'right' | undefined {
  const align = /text-align:(left|center|right)/.exec(String(cell.token.attrGet('style') ?? ''))?.[1]
  return align === 'left' || align === 'center' || align === 'right' ? align : undefined
}

function cellOf(elements: RichTextInline[]): TableCell {
  const shown: RichTextInline[] = elements.length > 0 ? elements : [{ type: 'text', text: ' ' }]
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: shown }] }
}
