import type { Block } from '#types'
import { blocksFromMarkdown } from '#markdown'

/** [BLK-7] The blocks as a message stores them: a `markdown` block becomes the blocks that its text makes. */
export function expandMarkdown(blocks: readonly Block[]): readonly Block[] {
  if (!blocks.some((block) => block.type === 'markdown')) return blocks
  return blocks.flatMap((block) => (block.type === 'markdown' ? blocksFromMarkdown(block.text) : [block]))
}
