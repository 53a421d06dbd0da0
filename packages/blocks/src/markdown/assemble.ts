import type { Block, RichTextElement, RichTextInline } from '#block'
import type { Piece } from './pieces.ts'

/**
 * Pieces joined to blocks: headers, dividers and tables stand alone, all between two of them is one rich_text.
 * What was added stays the same object in every view, so a view costs no more than its references.
 */
export class Assembly {
  #done: Block[] = []
  #elements: RichTextElement[] = []
  #paragraph: RichTextInline[] = []
  #closed: Block | undefined

  add(piece: Piece): void {
    this.#closed = undefined
    if (piece.kind === 'paragraph') {
      const between: RichTextInline[] = this.#paragraph.length > 0 ? [{ type: 'text', text: '\n\n' }] : []
      this.#paragraph = [...this.#paragraph, ...between, ...piece.elements]
      return
    }
    this.#endParagraph()
    if (piece.kind === 'rich') {
      for (const element of restarted(piece.elements, this.#elements.at(-1))) this.#elements.push(element)
      return
    }
    if (this.#elements.length > 0) this.#done.push({ type: 'rich_text', elements: this.#elements })
    this.#elements = []
    this.#done.push(piece.block)
  }

  /** The blocks so far, followed by pieces that may still change. */
  view(open: readonly Piece[]): Block[] {
    const first = open[0]
    if (!first || first.kind === 'block') {
      const closed = this.#closedBlock()
      const rest = open.length > 0 ? viewOf(open) : []
      return closed ? [...this.#done, closed, ...rest] : [...this.#done, ...rest]
    }
    const copy = new Assembly()
    copy.#done = [...this.#done]
    copy.#elements = [...this.#elements]
    copy.#paragraph = [...this.#paragraph]
    for (const piece of open) copy.add(piece)
    return copy.view([])
  }

  #closedBlock(): Block | undefined {
    if (this.#elements.length === 0 && this.#paragraph.length === 0) return undefined
    this.#closed ??= { type: 'rich_text', elements: [...this.#elements, ...sectionOf(this.#paragraph)] }
    return this.#closed
  }

  #endParagraph(): void {
    this.#elements.push(...sectionOf(this.#paragraph))
    this.#paragraph = []
  }
}

/** The blocks of a whole text. */
export function viewOf(pieces: readonly Piece[]): Block[] {
  const assembly = new Assembly()
  for (const piece of pieces) assembly.add(piece)
  return assembly.view([])
}

function sectionOf(elements: RichTextInline[]): RichTextElement[] {
  return elements.length > 0 ? [{ type: 'rich_text_section', elements }] : []
}

/** A list that follows another one counts from its own beginning: without an offset it would resume. */
function restarted(elements: RichTextElement[], before: RichTextElement | undefined): RichTextElement[] {
  const [first, ...rest] = elements
  if (first?.type !== 'rich_text_list' || before?.type !== 'rich_text_list') return elements
  return first.style === 'ordered' && first.offset === undefined ? [{ ...first, offset: 0 }, ...rest] : elements
}
