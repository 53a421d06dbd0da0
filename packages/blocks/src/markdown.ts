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
  return viewOf(openPieces(source))
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
  /** Where the unsettled end begins, and how far it was looked at. */
  #from = 0
  #seen = 0
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
    this.#settle()
    const tail = this.#source.slice(this.#from)
    const blocks = open ? this.#settled.view(openPieces(tail)) : this.#finished(tail)
    this.#view = { open, length, blocks }
    return blocks
  }

  #finished(tail: string): Block[] {
    const { tokens, hasReferences } = parse(tail.toWellFormed())
    // A definition may stand below the links that use it: then only the whole text tells.
    if (hasReferences || this.#hasReferences) return blocksFromMarkdown(this.#source)
    return this.#settled.view(piecesOf(tokens))
  }

  /** Settles all but the last construct of the lines that are complete: no later line can change those. */
  #settle(): void {
    const end = this.#source.lastIndexOf('\n') + 1
    if (end <= this.#seen) return
    this.#seen = end
    const lines = this.#source.slice(this.#from, end)
    const { tokens, hasReferences } = parse(lines.toWellFormed())
    this.#hasReferences ||= hasReferences
    const nodes = treeOf(tokens)
    const last = nodes.at(-1)?.token.map?.[0] ?? 0
    if (nodes.length < 2 || last === 0) return
    for (const node of nodes.slice(0, -1)) {
      const piece = pieceOf(node)
      if (piece) this.#settled.add(piece)
    }
    this.#from += offsetOfLine(lines, last)
  }
}

function piecesOf(tokens: readonly Token[]): Piece[] {
  return treeOf(tokens).flatMap((node) => pieceOf(node) ?? [])
}

function openPieces(source: string): Piece[] {
  const held = holdBack(source.replaceAll('\r\n', '\n'))
  // After a blank line nothing inline can be waiting for its end.
  const open = !/\n[ \t]*\n[ \t]*$/.test(held)
  return piecesOf(parse(held.toWellFormed(), open).tokens)
}

function offsetOfLine(text: string, line: number): number {
  const ends = text.matchAll(/\r\n?|\n/g)
  for (let i = 1; i < line; i++) ends.next()
  const end = ends.next().value
  return end ? end.index + end[0].length : text.length
}
