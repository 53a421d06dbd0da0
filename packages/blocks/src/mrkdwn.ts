import type { Block } from '#block'
import { richTextFromMarkdown } from '#taskText'

/** Reads the older text format into one rich_text block. */
export function blocksFromMrkdwn(text: string): Block[] {
  return text === '' ? [] : [richTextFromMarkdown(text)]
}

/** The `text` of a message made of blocks: what notifications, search and old clients read. */
export function mrkdwnFromBlocks(blocks: readonly Block[]): string {
  return blocks.map((block) => JSON.stringify(block)).join('\n')
}
