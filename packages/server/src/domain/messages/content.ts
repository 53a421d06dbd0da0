import type { Block } from '@rivulet/blocks/block'
import { codePoints } from '@rivulet/blocks/codePoints'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { blocksFromMrkdwn, mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import { Refusal } from '#domain/refusal'

/** What a message is to say: Markdown; or mrkdwn; or blocks, with mrkdwn for where blocks are not shown. */
export interface Written {
  text: string | undefined
  markdown: string | undefined
  blocks: readonly Block[] | undefined
}

const longest = { text: 40_000, markdown_text: 12_000 }

/** [ORD 17] */
export function checkWritten({ text, markdown, blocks }: Written): void {
  if (!text && !markdown && !blocks?.length) throw new Refusal('no_text', 'Give `text`, `markdown_text` or `blocks`.')
  checkLength('markdown_text', markdown)
  checkLength('text', text)
}

function checkLength(name: keyof typeof longest, given: string | undefined): void {
  const size = codePoints(given ?? '')
  if (size > longest[name])
    throw new Refusal('msg_too_long', `\`${name}\` is at most ${longest[name]} characters; this is ${size}.`)
}

/** The same as a message keeps it. */
export function asSaid({ text, markdown, blocks: given }: Written) {
  const blocks = given?.length ? given : markdown ? blocksFromMarkdown(markdown) : blocksFromMrkdwn(text ?? '')
  return { text: (text ?? mrkdwnFromBlocks(blocks)).toWellFormed(), blocks, markdown: markdown?.toWellFormed() }
}
