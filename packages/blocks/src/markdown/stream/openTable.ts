import { trimUndecidedEnd } from '#markdown/heal/undecidedEnd'
import { type OpenConstruct, splitSettled, type Unsettled, consumeMatches } from './openConstruct.ts'
import type { BlockFragment } from '#markdown/convert/fragment'
import { rowOf, rowFromSource, rowsOf, TableBuilder } from '#markdown/convert/table'
import { firstLineOf, type MarkdownNode } from '#markdown/parse/tree'

/** A row is settled once another row starts. */
const settledRow = /\|[^\\\n]*\n(?=\|)/y

/** A table at the end of a growing text. Complete rows are settled. */
export class OpenTable implements OpenConstruct {
  readonly tokenType = 'table_open'
  readonly placeholder: string
  readonly #rows: TableBuilder

  constructor(node: MarkdownNode) {
    this.#rows = new TableBuilder(node)
    this.#rows.add(rowsOf(node).slice(0, 1).map(rowOf))
    const { columns } = this.#rows
    this.placeholder = `${'|x'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`
  }

  settleStart(rest: string): number {
    return consumeMatches(rest, settledRow, ([line]) => this.#rows.add([rowFromSource(line, this.#rows.columns)]))
  }

  readPlain(rest: string): BlockFragment | undefined {
    if (!/^\|[^\\\n]*\n?$/.test(rest)) return undefined
    const row = trimUndecidedEnd(this.placeholder + rest).slice(this.placeholder.length)
    return this.#rows.toFragment([rowFromSource(row, this.#rows.columns, true)])
  }

  parts(node: MarkdownNode): readonly MarkdownNode[] {
    return rowsOf(node).slice(1)
  }

  settle(node: MarkdownNode, lines: number): Unsettled {
    const { done, unsettled } = splitSettled(this.parts(node), lines, firstLineOf(node) + 2)
    this.#rows.add(done.map(rowOf))
    return unsettled
  }

  toFragment(rest: readonly MarkdownNode[]): BlockFragment {
    return this.#rows.toFragment(rest.map(rowOf))
  }
}
