import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { blocksFromMrkdwn } from '@rivulet/blocks/mrkdwn'
import type { Block } from '@rivulet/blocks/types'

/** The most links of a message that apps may describe. */
const maxLinks = 50

/** The different links to web pages in a message's blocks, in order. */
export function findLinks(blocks: readonly Block[]): string[] {
  const found = new Set<string>()
  for (const block of blocks) walk(block.type === 'markdown' ? blocksFromMarkdown(block.text) : block, found)
  return [...found].slice(0, maxLinks)
}

function walk(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) walk(item, found)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const { type, url, text } = { type: undefined, url: undefined, text: undefined, ...value }
  if (type === 'link' && typeof url === 'string' && /^https?:\/\//i.test(url)) found.add(url)
  else if (type === 'mrkdwn' && typeof text === 'string') walk(blocksFromMrkdwn(text), found)
  else for (const inner of Object.values(value)) if (typeof inner === 'object') walk(inner, found)
}
