import type { Block, RichTextElement, RichTextInline } from '#types'
import type { BlockFragment } from './fragment.ts'

/**
 * Assembles fragments to blocks. Headers, dividers and tables are blocks of their own; everything between two of them is
 * one rich_text. What was added stays the same object in every result.
 */
export class BlockAssembler {
  #done: Block[] = []
  #elements: RichTextElement[] = []
  #paragraph: RichTextInline[] = []
  #closed: Block | undefined

  add(fragment: BlockFragment): void {
    this.#closed = undefined
    if (fragment.kind === 'paragraph') {
      if (this.#paragraph.length > 0) this.#paragraph.push({ type: 'text', text: '\n\n' })
      for (const element of fragment.elements) this.#paragraph.push(element)
      return
    }
    this.#endParagraph()
    if (fragment.kind === 'rich') {
      for (const element of restartNumbers(fragment.elements, this.#elements.at(-1))) this.#elements.push(element)
      return
    }
    if (this.#elements.length > 0) this.#done.push({ type: 'rich_text', elements: this.#elements })
    this.#elements = []
    this.#done.push(fragment.block)
  }

  /** The blocks so far, followed by fragments that may still change. */
  blocksWith(open: readonly BlockFragment[]): Block[] {
    const first = open[0]
    if (!first || first.kind === 'block') {
      const closed = this.#closedBlock()
      const rest = open.length > 0 ? assembleBlocks(open) : []
      return closed ? [...this.#done, closed, ...rest] : [...this.#done, ...rest]
    }
    const copy = new BlockAssembler()
    copy.#done = [...this.#done]
    copy.#elements = [...this.#elements]
    copy.#paragraph = [...this.#paragraph]
    for (const fragment of open) copy.add(fragment)
    return copy.blocksWith([])
  }

  #closedBlock(): Block | undefined {
    if (this.#elements.length === 0 && this.#paragraph.length === 0) return undefined
    this.#closed ??= { type: 'rich_text', elements: [...this.#elements, ...sectionOf([...this.#paragraph])] }
    return this.#closed
  }

  #endParagraph(): void {
    for (const section of sectionOf(this.#paragraph)) this.#elements.push(section)
    this.#paragraph = []
  }
}

/** Assembles the blocks of a whole text. */
export function assembleBlocks(fragments: readonly BlockFragment[]): Block[] {
  const assembler = new BlockAssembler()
  for (const fragment of fragments) assembler.add(fragment)
  return assembler.blocksWith([])
}

function sectionOf(elements: RichTextInline[]): RichTextElement[] {
  return elements.length > 0 ? [{ type: 'rich_text_section', elements }] : []
}

/** Adds an offset of 0 to a list that follows another one: without it, the list would continue the numbers. */
function restartNumbers(elements: RichTextElement[], before: RichTextElement | undefined): RichTextElement[] {
  const [first, ...rest] = elements
  if (first?.type !== 'rich_text_list' || before?.type !== 'rich_text_list') return elements
  return first.style === 'ordered' && first.offset === undefined ? [{ ...first, offset: 0 }, ...rest] : elements
}
