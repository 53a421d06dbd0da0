import type { Token } from 'markdown-it'
import type { Block, RichTextBlock } from '#block'
import { Assembly, viewOf } from '#markdown/assemble'
import { holdBack } from '#markdown/holdBack'
import { parse } from '#markdown/parser'
import { type Piece, pieceOf, richPieceOf } from '#markdown/pieces'
import { treeOf } from '#markdown/tree'

/** The blocks that a finished Markdown text shows as. */
export function blocksFromMarkdown(source: string): Block[] {
  return viewOf(piecesOf(parse(source.toWellFormed()).tokens))
}

/** The blocks of a Markdown text that is still growing: its end is healed, so that no half-written mark is seen. */
export function openMarkdownBlocks(source: string): Block[] {
  return viewOf(piecesOf(parseOpen(source).tokens))
}

/** Markdown for places that hold one rich_text and nothing else, such as a task's details. */
export function richTextFromMarkdown(source: string): RichTextBlock {
  const nodes = treeOf(parse(source.toWellFormed()).tokens)
  const [block] = viewOf(nodes.flatMap((node) => richPieceOf(node) ?? []))
  return block?.type === 'rich_text' ? block : { type: 'rich_text', elements: [] }
}

/**
 * A Markdown text that grows by deltas. Only what follows the last finished construct is parsed again, and finished
 * blocks and elements stay the same objects from one view to the next.
 */
export class MarkdownStream {
  #source = ''
  #settled = new Assembly()
  /** Where the unsettled end begins. */
  #from = 0
  #hasReferences = false
  #view: { open: boolean; length: number; blocks: Block[] } | undefined

  get source(): string {
    return this.#source
  }

  push(delta: string): void {
    this.#source += delta
  }

  /** `open` while more may come; otherwise the same as a parse of the whole text. */
  blocks(open: boolean): Block[] {
    const length = this.#source.length
    if (this.#view?.open === open && this.#view.length === length) return this.#view.blocks
    const blocks = open ? this.#growing() : this.#finished(this.#source.slice(this.#from))
    this.#view = { open, length, blocks }
    return blocks
  }

  #finished(tail: string): Block[] {
    const { tokens, hasReferences } = parse(tail.toWellFormed())
    // A definition may stand below the links that use it: then only the whole text tells.
    if (hasReferences || this.#hasReferences) return blocksFromMarkdown(this.#source)
    return this.#settled.view(piecesOf(tokens))
  }

  /**
   * What the tail shows, healed at its end. All but the last construct of the lines that are complete is settled: no
   * later line can change those.
   */
  #growing(): Block[] {
    const tail = this.#source.slice(this.#from)
    const { tokens, hasReferences } = parseOpen(tail)
    this.#hasReferences ||= hasReferences
    const nodes = treeOf(tokens)
    const pieces = nodes.map(pieceOf)
    const lines = tail.split(/\r\n?|\n/).length - 1
    const last = nodes.findLastIndex((node) => (node.token.map?.[0] ?? 0) < lines)
    const ended = Math.max(0, last)
    for (const piece of pieces.slice(0, ended)) if (piece) this.#settled.add(piece)
    if (ended > 0) this.#from += offsetOfLine(tail, nodes[ended]?.token.map?.[0] ?? 0)
    return this.#settled.view(pieces.slice(ended).filter((piece) => piece !== undefined))
  }
}

function piecesOf(tokens: readonly Token[]): Piece[] {
  return treeOf(tokens).flatMap((node) => pieceOf(node) ?? [])
}

function parseOpen(source: string) {
  const held = holdBack(source.replaceAll('\r\n', '\n'))
  // After a blank line nothing inline can be waiting for its end.
  const open = !/\n[ \t]*\n[ \t]*$/.test(held)
  return parse(held.toWellFormed(), open)
}

function offsetOfLine(text: string, line: number): number {
  const ends = text.matchAll(/\r\n?|\n/g)
  for (let i = 1; i < line; i++) ends.next()
  const end = ends.next().value
  return end ? end.index + end[0].length : text.length
}
