import type { Block, RichTextBlock } from '#block'
import { Assembly, viewOf } from '#markdown/assemble'
import { isDecided } from '#markdown/closedEnd'
import { holdBack } from '#markdown/holdBack'
import type { OpenPart } from '#markdown/openPart'
import { openPartOf } from '#markdown/openPartOf'
import { parse } from '#markdown/parser'
import { type Piece, pieceOf, richPieceOf } from '#markdown/pieces'
import { firstLine, linesOf, type Node, offsetOfLine } from '#markdown/tree'

/** The blocks that a finished Markdown text shows as. */
export function blocksFromMarkdown(source: string): Block[] {
  return viewOf(piecesOf(parse(source).nodes))
}

/** The blocks of a Markdown text that is still growing: its end is healed, so that no half-written mark is seen. */
export function openMarkdownBlocks(source: string): Block[] {
  return viewOf(piecesOf(parseOpen(normal(source.replace(/\r$/, ''))).nodes))
}

/** Markdown for places that hold one rich_text and nothing else, such as a task's details. */
export function richTextFromMarkdown(source: string): RichTextBlock {
  const [block] = viewOf(parse(source).nodes.flatMap((node) => richPieceOf(node) ?? []))
  return block?.type === 'rich_text' ? block : { type: 'rich_text', elements: [] }
}

/**
 * A Markdown text that grows by deltas. Only what follows the last settled source is parsed again, and finished
 * blocks and elements stay the same objects from one view to the next.
 */
export class MarkdownStream {
  #source = ''
  /** The finished constructs. */
  #settled = new Assembly()
  /** The construct behind them, once something of it is settled, and all of its source. */
  #part: OpenPart | undefined
  #construct = ''
  /** The source behind what is settled. */
  #rest = ''
  #held = ''
  #hasReferences = false
  #view: { open: boolean; length: number; blocks: Block[] } | undefined

  get source(): string {
    return this.#source
  }

  push(delta: string): void {
    this.#source += delta
    const text = this.#held + delta
    // Half of a line's end may be waiting for the other.
    this.#held = text.endsWith('\r') ? '\r' : ''
    const read = normal(text.slice(0, text.length - this.#held.length))
    this.#construct += read
    this.#rest += read
  }

  /** `open` while more may come; otherwise the same as a parse of the whole text. */
  blocks(open: boolean): Block[] {
    const length = this.#source.length
    if (this.#view?.open === open && this.#view.length === length) return this.#view.blocks
    const blocks = open ? this.#growing() : this.#finished()
    this.#view = { open, length, blocks }
    return blocks
  }

  #finished(): Block[] {
    const { nodes, hasReferences } = this.#parsed((text) => parse(text + this.#held))
    // A definition may stand below the links that use it: then only the whole text tells.
    if (hasReferences || this.#hasReferences) return blocksFromMarkdown(this.#source)
    return this.#settled.view(piecesOf(nodes, this.#part))
  }

  /** What is shown now, healed at its end. On the way, all that no later line can change is settled. */
  #growing(): Block[] {
    this.#rest = this.#rest.slice(this.#part?.absorb?.(this.#rest) ?? 0)
    const glance = this.#part?.glance?.(this.#rest)
    if (glance) return this.#settled.view([glance])
    const { nodes, text, hasReferences } = this.#parsed(parseOpen)
    this.#hasReferences ||= hasReferences
    const complete = linesOf(text)
    const isSure = (node: Node) =>
      firstLine(node) < complete || isSureToBegin(node, text.slice(text.lastIndexOf('\n') + 1))
    const last = Math.max(0, nodes.findLastIndex(isSure))
    const [open, ...after] = nodes.slice(last)
    if (!open) return this.#settled.view(piecesOf([], this.#part))
    if (last > 0) {
      for (const piece of piecesOf(nodes.slice(0, last), this.#part)) this.#settled.add(piece)
      this.#part = undefined
      this.#rest = text.slice(offsetOfLine(text, firstLine(open)))
    }
    if (!this.#part) {
      this.#construct = this.#rest
      if (isSure(open) && !hasReferences) this.#part = openPartOf(open, text)
    }
    if (!this.#part) return this.#settled.view(piecesOf([open, ...after]))
    const before = this.#part.standIn.length
    const { nodes: rest, line } = this.#part.settle(open, complete, text)
    this.#rest = text.slice(Math.max(before, offsetOfLine(text, line)))
    return this.#settled.view([this.#part.piece(rest), ...piecesOf(after)].filter((piece) => piece !== undefined))
  }

  /** The settled part's node comes first, unless it has become something else: then all of its source is read again. */
  #parsed(read: (text: string) => ReturnType<typeof parse>) {
    const text = (this.#part?.standIn ?? '') + this.#rest
    const { nodes, hasReferences } = read(text)
    if (!this.#part || !nodes[0] || nodes[0].token.type === this.#part.type) return { nodes, hasReferences, text }
    this.#part = undefined
    this.#rest = this.#construct
    return { ...read(this.#rest), text: this.#rest }
  }
}

/** The first node goes with the part that it goes on from, if there is one. */
function piecesOf(nodes: readonly Node[], part?: OpenPart): Piece[] {
  const [first, ...more] = nodes
  const start = part ? part.piece(first ? part.parts(first) : []) : first && pieceOf(first)
  return [start, ...more.map(pieceOf)].filter((piece) => piece !== undefined)
}

/** Whether a construct that began with this line will not turn out to belong to the one above it. */
function isSureToBegin({ token }: Node, line: string): boolean {
  // Another backtick makes a fence with a language a line of a paragraph.
  return token.type === 'paragraph_open' ? isDecided(line) : token.type !== 'fence'
}

function parseOpen(source: string) {
  const held = holdBack(source)
  // After a blank line nothing inline can be waiting for its end.
  return parse(held, { growing: true, open: !/\n[ \t]*\n[ \t]*$/.test(held) })
}

/** The ends of lines, and the one character that is not let through, as the parser would make them. */
function normal(source: string): string {
  return /[\r\0]/.test(source) ? source.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\ufffd') : source
}
