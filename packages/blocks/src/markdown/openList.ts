import { holdBack } from './holdBack.ts'
import { type Item, itemOf, itemOfSource, ListItems } from './list.ts'
import { type OpenPart, parted, type Rest, taken } from './openPart.ts'
import type { Piece } from './pieces.ts'
import { firstLine, type Node, offsetOfLine } from './tree.ts'

/** Items that are one paragraph, whose lines begin with words: one above another item, and the last one. */
type ItemLines = { inner: RegExp; last: RegExp }

const itemLines: Record<string, ItemLines> = Object.fromEntries(
  ['-', '*', '+', '.', ')'].map((markup) => {
    const mark = /[.)]/.test(markup) ? `\\d{1,9}[${markup}]` : `[${markup}]`
    const first = '(?:\\[[ xX]\\] )?(?:\\*\\*|`)?(?:[\\p{L}"(]|[^\\0-\\x7f\\p{Z}\\p{C}])'
    const words = `(${mark} )(${first}.*(?:\\n *\\p{L}.*)*)`
    const inner = new RegExp(`${words}\\n(?=${mark} [^\\s*+-])`, 'uy')
    return [markup, { inner, last: new RegExp(`^${words}\\n?$`, 'u') }]
  }),
)
/** What the first line of an item begins with, where it says how far the others are indented. */
const beginning = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) {1,4}(?=\S)/

export class OpenList implements OpenPart {
  readonly type: string
  standIn = ''
  readonly #items: ListItems
  readonly #lines: ItemLines | undefined
  /** What is settled of the last item. */
  #begun: Item | undefined

  constructor(node: Node) {
    this.type = node.token.type
    this.#lines = itemLines[node.token.markup]
    this.#items = new ListItems(node)
  }

  absorb(rest: string): number {
    if (!this.#lines || this.#begun) return 0
    const items: Item[] = []
    const at = taken(rest, this.#lines.inner, ([, mark = '', words = '']) =>
      items.push(itemOfSource(dedented(words, mark.length).trimEnd())),
    )
    if (items.length > 0) this.#items.add(items)
    return at
  }

  glance(rest: string): Piece | undefined {
    if (this.#begun || !this.#lines?.last.test(rest)) return undefined
    const [, mark = '', words] = this.#lines.last.exec(holdBack(rest)) ?? []
    return words === undefined ? undefined : this.#piece([itemOfSource(dedented(words, mark.length), true)])
  }

  parts(node: Node): readonly Node[] {
    return node.children
  }

  settle(node: Node, lines: number, text: string): Rest {
    const { done, rest } = parted(this.parts(node), lines, firstLine(node))
    if (done.length > 0) {
      this.#items.add(this.#itemsOf(done))
      this.#begun = undefined
      this.standIn = ''
    }
    return this.#settleWithin(rest, lines, text)
  }

  /** Of the last item, what stands above its last part. */
  #settleWithin(rest: Rest, lines: number, text: string): Rest {
    const [item, ...others] = rest.nodes
    const mark = this.#begun ? this.standIn : beginning.exec(text.slice(offsetOfLine(text, rest.line)))?.[0]
    if (!item || others.length > 0 || mark === undefined) return rest
    const { children } = item
    const { done, rest: open } = parted(this.#begun ? children.slice(1) : children, lines, rest.line)
    if (done.length === 0) return rest
    if (!this.#begun) this.standIn = `${mark}x\n\n`
    this.#begun = itemOf(done, this.#items.indent, this.#begun)
    return { nodes: [{ ...item, children: [...children.slice(0, 1), ...open.nodes] }], line: open.line }
  }

  piece(rest: readonly Node[]): Piece {
    return this.#piece(this.#itemsOf(rest))
  }

  #itemsOf(nodes: readonly Node[]): Item[] {
    return nodes.map(({ children }, i) =>
      // The stand-in's own words are not the item's.
      i === 0 && this.#begun
        ? itemOf(children.slice(1), this.#items.indent, this.#begun)
        : itemOf(children, this.#items.indent),
    )
  }

  #piece(rest: readonly Item[]): Piece {
    return { kind: 'rich', elements: this.#items.with(rest) }
  }
}

/** The lines behind the first without what an item indents them by. */
function dedented(words: string, indent: number): string {
  return words.replaceAll(/\n( +)/g, (_, spaces: string) => `\n${spaces.slice(indent)}`)
}
