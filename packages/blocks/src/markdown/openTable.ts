import { holdBack } from './holdBack.ts'
import { type OpenPart, parted, type Rest, taken } from './openPart.ts'
import type { Piece } from './pieces.ts'
import { rowOf, rowOfSource, rowsOf, TableRows } from './table.ts'
import { firstLine, type Node } from './tree.ts'

/** A row is settled when another one begins. */
const settledRow = /\|[^\\\n]*\n(?=\|)/y

export class OpenTable implements OpenPart {
  readonly type = 'table_open'
  readonly standIn: string
  readonly #rows: TableRows

  constructor(node: Node) {
    this.#rows = new TableRows(node)
    this.#rows.add(
      rowsOf(node)
        .slice(0, 1)
        .map((row) => rowOf(row, 0)),
    )
    const { columns } = this.#rows
    this.standIn = `${'|x'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`
  }

  absorb(rest: string): number {
    return taken(rest, settledRow, ([line]) => this.#rows.add([rowOfSource(line, this.#rows.columns)]))
  }

  glance(rest: string): Piece | undefined {
    if (!/^\|[^\\\n]*\n?$/.test(rest)) return undefined
    const row = holdBack(this.standIn + rest).slice(this.standIn.length)
    return this.#rows.piece([rowOfSource(row, this.#rows.columns, true)])
  }

  parts(node: Node): readonly Node[] {
    return rowsOf(node).slice(1)
  }

  settle(node: Node, lines: number): Rest {
    const { done, rest } = parted(this.parts(node), lines, firstLine(node) + 2)
    this.#rows.add(done.map((row) => rowOf(row)))
    return rest
  }

  piece(rest: readonly Node[]): Piece {
    return this.#rows.piece(rest.map((row) => rowOf(row)))
  }
}
