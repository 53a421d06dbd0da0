import { trimUndecidedEnd } from '#markdown/heal/undecidedEnd'
import { type ListItem, itemOf, itemFromSource, ListBuilder } from '#markdown/convert/list'
import { type OpenConstruct, splitSettled, type Unsettled, consumeMatches } from './openConstruct.ts'
import type { BlockFragment } from '#markdown/convert/fragment'
import { firstLineOf, type MarkdownNode, offsetOfLine } from '#markdown/parse/tree'

/** Patterns of an item that is one paragraph whose lines start with words: `inner` before another item, else `last`. */
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
/** The start of an item's first line, if it tells the indent of the other lines. */
const itemStart = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) {1,4}(?=\S)/

/** A list at the end of a growing text. Complete items are settled, then the complete parts of the last item. */
export class OpenList implements OpenConstruct {
  readonly tokenType: string
  placeholder = ''
  readonly #items: ListBuilder
  readonly #lines: ItemLines | undefined
  /** What is settled of the last item. */
  #lastItem: ListItem | undefined

  constructor(node: MarkdownNode) {
    this.tokenType = node.token.type
    this.#lines = itemLines[node.token.markup]
    this.#items = new ListBuilder(node)
  }

  settleStart(rest: string): number {
    if (!this.#lines || this.#lastItem) return 0
    const items: ListItem[] = []
    const at = consumeMatches(rest, this.#lines.inner, ([, mark = '', words = '']) =>
      items.push(itemFromSource(dedent(words, mark.length).trimEnd())),
    )
    if (items.length > 0) this.#items.add(items)
    return at
  }

  readPlain(rest: string): BlockFragment | undefined {
    if (this.#lastItem || !this.#lines?.last.test(rest)) return undefined
    const [, mark = '', words] = this.#lines.last.exec(trimUndecidedEnd(rest)) ?? []
    return words === undefined ? undefined : this.#fragmentWith([itemFromSource(dedent(words, mark.length), true)])
  }

  parts(node: MarkdownNode): readonly MarkdownNode[] {
    return node.children
  }

  settle(node: MarkdownNode, lines: number, text: string): Unsettled {
    const { done, unsettled } = splitSettled(this.parts(node), lines, firstLineOf(node))
    if (done.length > 0) {
      this.#items.add(this.#itemsOf(done))
      this.#lastItem = undefined
      this.placeholder = ''
    }
    return this.#settleLastItem(unsettled, lines, text)
  }

  /** Settles all parts of the last item except its last part. */
  #settleLastItem(unsettled: Unsettled, lines: number, text: string): Unsettled {
    const [item, ...others] = unsettled.nodes
    const mark = this.#lastItem ? this.placeholder : itemStart.exec(text.slice(offsetOfLine(text, unsettled.line)))?.[0]
    if (!item || others.length > 0 || mark === undefined) return unsettled
    const { children } = item
    const { done, unsettled: open } = splitSettled(this.#lastItem ? children.slice(1) : children, lines, unsettled.line)
    if (done.length === 0) return unsettled
    if (!this.#lastItem) this.placeholder = `${mark}x\n\n`
    this.#lastItem = itemOf(done, this.#items.indent, this.#lastItem)
    return { nodes: [{ ...item, children: [...children.slice(0, 1), ...open.nodes] }], line: open.line }
  }

  toFragment(rest: readonly MarkdownNode[]): BlockFragment {
    return this.#fragmentWith(this.#itemsOf(rest))
  }

  #itemsOf(nodes: readonly MarkdownNode[]): ListItem[] {
    return nodes.map(({ children }, i) =>
      // The placeholder's word is not part of the item.
      i === 0 && this.#lastItem
        ? itemOf(children.slice(1), this.#items.indent, this.#lastItem)
        : itemOf(children, this.#items.indent),
    )
  }

  #fragmentWith(rest: readonly ListItem[]): BlockFragment {
    return { kind: 'rich', elements: this.#items.with(rest) }
  }
}

/** Removes the item's indent from every line but the first. */
function dedent(words: string, indent: number): string {
  return words.replaceAll(/\n( +)/g, (_, spaces: string) => `\n${spaces.slice(indent)}`)
}
