import type { Block } from '@rivulet/blocks/types'
import { countCodePoints } from '@rivulet/blocks/codePoints'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { blocksFromMrkdwn, mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import { Refusal } from '#domain/refusal'

/** The content of a message: Markdown, mrkdwn, or blocks. With blocks, mrkdwn stands in where blocks are not shown. */
export interface MessageContent {
  text: string | undefined
  markdown: string | undefined
  blocks: readonly Block[] | undefined
}

const maxLength = { text: 40_000, markdown_text: 12_000 }

/** [ORD 17] Refuses a message that is empty or too long. */
export function checkMessageContent({ text, markdown, blocks }: MessageContent): void {
  if (!text && !markdown && !blocks?.length) throw new Refusal('no_text', 'Give `text`, `markdown_text` or `blocks`.')
  checkLength('markdown_text', markdown)
  checkLength('text', text)
}

function checkLength(name: keyof typeof maxLength, given: string | undefined): void {
  const size = countCodePoints(given ?? '')
  if (size > maxLength[name])
    throw new Refusal('msg_too_long', `\`${name}\` is at most ${maxLength[name]} characters; this is ${size}.`)
}

/** Turns content into what the message row stores: mrkdwn, blocks, and Markdown if there was any. */
export function toStoredContent({ text, markdown, blocks: given }: MessageContent) {
  const blocks = given?.length ? given : markdown ? blocksFromMarkdown(markdown) : blocksFromMrkdwn(text ?? '')
  return { text: (text ?? mrkdwnFromBlocks(blocks)).toWellFormed(), blocks, markdown: markdown?.toWellFormed() }
}
