import type { Block } from '#block'
import { richTextFromMarkdown } from '#taskText'

/** The blocks that a finished Markdown text shows as. */
export function blocksFromMarkdown(source: string): Block[] {
  return source === '' ? [] : [richTextFromMarkdown(source.toWellFormed())]
}

/** The blocks of a Markdown text that is still growing: its end is healed, so that no half-written mark is seen. */
export function openMarkdownBlocks(source: string): Block[] {
  return blocksFromMarkdown(source)
}

/** A Markdown text that grows; an append costs the size of its open end, and finished blocks stay the same objects. */
export class MarkdownStream {
  #source = ''

  push(delta: string): void {
    this.#source += delta
  }

  blocks(open: boolean): Block[] {
    return open ? openMarkdownBlocks(this.#source) : blocksFromMarkdown(this.#source)
  }
}
