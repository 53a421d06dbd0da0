import type { RichTextInline } from '#block'
import { joined } from '#inlineRun'
import { closedEnd } from './closedEnd.ts'
import { holdBack } from './holdBack.ts'
import { inlineOf, inlineOfSource } from './inline.ts'
import type { OpenPart, Rest } from './openPart.ts'
import type { Piece } from './pieces.ts'
import type { Node } from './tree.ts'

/** Stands for words that are settled; it has no meaning of its own. */
const word = 'x'

export class OpenParagraph implements OpenPart {
  readonly type = 'paragraph_open'
  standIn = ''
  #before: RichTextInline[] = []
  #lines = 1

  absorb(rest: string): number {
    const end = closedEnd(rest, this.#lines)
    if (end === 0) return 0
    const source = rest.slice(0, end)
    this.#before = joined(this.#before, inlineOfSource(this.standIn === '' ? source.replace(/^[ \t]+/, '') : source))
    this.#lines = Math.max(1, this.#lines - source.split('\n').length + 1)
    this.standIn = word
    return end
  }

  glance(rest: string): Piece | undefined {
    if (this.standIn === '' || /\n(?!\p{L})/u.test(rest)) return undefined
    return this.#piece(inlineOfSource(holdBack(word + rest).slice(word.length), true))
  }

  parts(node: Node): readonly Node[] {
    return [node]
  }

  settle(node: Node): Rest {
    const [from, to] = node.token.map ?? [0, 1]
    this.#lines = to - from
    return { nodes: [node], line: from }
  }

  piece([rest]: readonly Node[]): Piece | undefined {
    const elements = rest ? inlineOf(rest) : []
    if (this.standIn === '') return elements.length > 0 ? { kind: 'paragraph', elements } : undefined
    const [first, ...more] = elements
    return this.#piece([{ type: 'text', text: first?.type === 'text' ? first.text.slice(word.length) : '' }, ...more])
  }

  #piece(rest: readonly RichTextInline[]): Piece {
    return { kind: 'paragraph', elements: joined(this.#before, rest) }
  }
}
