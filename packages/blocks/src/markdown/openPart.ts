import type { RichTextInline } from '#block'
import { joined } from '#inlineRun'
import { closedEnd } from './closedEnd.ts'
import { codeOf } from './code.ts'
import { inlineOf, inlineOfSource } from './inline.ts'
import { holdBack } from './holdBack.ts'
import { type Item, itemOf, ListItems } from './list.ts'
import type { Piece } from './pieces.ts'
import { quoteOf } from './quote.ts'
import { rowOf, rowOfSource, rowsOf, TableRows } from './table.ts'
import { firstLine, type Node, offsetOfLine } from './tree.ts'

/** What of a construct is not settled, and the line at which it begins. */
export type Rest = { nodes: readonly Node[]; line: number }

/** The construct that a growing text ends in. It keeps what is settled of it, so that only the rest is parsed again. */
export interface OpenPart {
  /** The token it begins with. Where another is found in its place, it has become something else. */
  readonly type: string
  /** What the parser is given in place of the settled source, so that it reads the rest as it would behind that. */
  readonly standIn: string
  /** Settles what it knows by itself at the beginning of the rest, and says how many characters that is. */
  absorb(rest: string): number
  /** All of it, where the rest needs no parser of lines. */
  glance(rest: string): Piece | undefined
  /** Settles what the lines to come cannot change. `lines`: how many are complete. */
  settle(node: Node, lines: number): Rest
  /** What the parser found behind the stand-in, in parts of which each may be settled alone. */
  parts(node: Node): readonly Node[]
  /** All of it, with these parts behind what is settled. */
  piece(rest: readonly Node[]): Piece | undefined
}

/** `source` is what the node was parsed from. Undefined for a construct that is short, or written in a rare way. */
export function openPartOf(node: Node, source: string): OpenPart | undefined {
  const from = firstLine(node)
  const head = (lines: number) => source.slice(offsetOfLine(source, from), offsetOfLine(source, from + lines))
  switch (node.token.type) {
    case 'bullet_list_open':
    case 'ordered_list_open':
      return new OpenList(node)
    case 'blockquote_open':
      return new OpenQuote()
    case 'table_open':
      return head(2).endsWith('\n') ? new OpenTable(node) : undefined
    case 'fence':
      // The lines of an indented one lose as much.
      return /^\S.*\n$/.test(head(1)) ? new OpenCode(node, head(1)) : undefined
    case 'paragraph_open':
      return new OpenParagraph()
    default:
      return undefined
  }
}

/** Items of one line that begins with words: one above another item, and the last one. */
type ItemLines = { inner: RegExp; last: RegExp }

const itemLines: Record<string, ItemLines> = Object.fromEntries(
  ['-', '*', '+', '.', ')'].map((markup) => {
    const mark = /[.)]/.test(markup) ? `\\d{1,9}[${markup}]` : `[${markup}]`
    const words = `${mark} ((?:\\*\\*|\`)?[\\p{L}"(].*)`
    const inner = new RegExp(`${words}\\n(?=${mark} [^\\s*+-])`, 'uy')
    return [markup, { inner, last: new RegExp(`^${words}\\n?$`, 'u') }]
  }),
)

class OpenList implements OpenPart {
  readonly type: string
  readonly standIn = ''
  readonly #items: ListItems
  readonly #lines: ItemLines | undefined

  constructor(node: Node) {
    this.type = node.token.type
    this.#lines = itemLines[node.token.markup]
    this.#items = new ListItems(node)
  }

  absorb(rest: string): number {
    if (!this.#lines) return 0
    const items: Item[] = []
    const at = taken(rest, this.#lines.inner, ([, words = '']) =>
      items.push({ run: inlineOfSource(words.replace(/[ \t]+$/, '')), rest: [] }),
    )
    if (items.length > 0) this.#items.add(items)
    return at
  }

  glance(rest: string): Piece | undefined {
    if (!this.#lines?.last.test(rest)) return undefined
    const words = this.#lines.last.exec(holdBack(rest))?.[1]
    return words === undefined ? undefined : this.#piece([{ run: inlineOfSource(words, true), rest: [] }])
  }

  parts(node: Node): readonly Node[] {
    return node.children
  }

  settle(node: Node, lines: number): Rest {
    const { done, rest } = parted(this.parts(node), lines, firstLine(node))
    this.#items.add(done.map(itemOf))
    return rest
  }

  piece(rest: readonly Node[]): Piece {
    return this.#piece(rest.map(itemOf))
  }

  #piece(rest: readonly Item[]): Piece {
    return { kind: 'rich', elements: this.#items.with(rest) }
  }
}

class OpenQuote implements OpenPart {
  readonly type = 'blockquote_open'
  readonly standIn = ''
  #before: RichTextInline[] = []

  absorb(): number {
    return 0
  }

  glance(): undefined {}

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

/** A row is settled when another one begins. */
const settledRow = /\|[^\\\n]*\n(?=\|)/y

class OpenTable implements OpenPart {
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

class OpenCode implements OpenPart {
  readonly type = 'fence'
  readonly standIn: string
  readonly #info: string
  /** A line that may be the end of it. */
  readonly #end: RegExp
  #before = ''

  constructor({ token }: Node, head: string) {
    this.standIn = head
    this.#info = token.info
    this.#end = new RegExp(`^[ \\t]*${token.markup}`, 'm')
  }

  absorb(rest: string): number {
    const whole = rest.lastIndexOf('\n') + 1
    const end = this.#end.exec(rest)?.index ?? whole
    const lines = rest.slice(0, Math.min(whole, end))
    this.#before += lines.toWellFormed()
    return lines.length
  }

  glance(rest: string): Piece | undefined {
    if (/\n|^[ \t]*[`~]|^[ \t]+$/.test(rest)) return undefined
    return this.#piece(
      holdBack(this.standIn + rest)
        .slice(this.standIn.length)
        .toWellFormed(),
    )
  }

  parts(node: Node): readonly Node[] {
    return [node]
  }

  settle(node: Node): Rest {
    return { nodes: [node], line: firstLine(node) + 1 }
  }

  piece([rest]: readonly Node[]): Piece | undefined {
    return this.#piece(rest?.token.content ?? '')
  }

  #piece(rest: string): Piece | undefined {
    const code = codeOf({ content: this.#before + rest, info: this.#info })
    return code && { kind: 'rich', elements: [code] }
  }
}

/** Stands for words that are settled; it has no meaning of its own. */
const word = 'x'

class OpenParagraph implements OpenPart {
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

/** How far the text is made of what a sticky pattern matches again and again. */
function taken(text: string, pattern: RegExp, take: (match: RegExpExecArray) => void): number {
  pattern.lastIndex = 0
  for (let at = 0; ; at = pattern.lastIndex) {
    const match = pattern.exec(text)
    if (!match) return at
    take(match)
  }
}

/** All but the last of the parts that begin in a complete line are done. `line` is where they begin. */
function parted(parts: readonly Node[], lines: number, line: number): { done: readonly Node[]; rest: Rest } {
  const last = Math.max(
    0,
    parts.findLastIndex((part) => firstLine(part) < lines),
  )
  const nodes = parts.slice(last)
  return { done: parts.slice(0, last), rest: { nodes, line: nodes[0] ? firstLine(nodes[0]) : line } }
}
