import type { RichTextInline } from '#block'
import { type OpenPart, parted, type Rest } from './openPart.ts'
import type { Piece } from './pieces.ts'
import { quoteOf } from './quote.ts'
import { firstLine, type Node } from './tree.ts'

export class OpenQuote implements OpenPart {
  readonly type = 'blockquote_open'
  readonly standIn = ''
  #before: RichTextInline[] = []

  parts(node: Node): readonly Node[] {
    return node.children
  }

  settle(node: Node, lines: number): Rest {
    const { done, rest } = parted(this.parts(node), lines, firstLine(node))
    this.#before = quoteOf(done, this.#before)?.elements ?? []
    return rest
  }

  piece(rest: readonly Node[]): Piece | undefined {
    const quote = quoteOf(rest, this.#before)
    return quote && { kind: 'rich', elements: [quote] }
  }
}
