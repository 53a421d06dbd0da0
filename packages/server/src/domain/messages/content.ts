import { completeAttachments } from '@rivulet/blocks/attachments'
import { findCrowding, formatFault } from '@rivulet/blocks/check'
import type { Attachment, Block, GivenAttachment } from '@rivulet/blocks/types'
import { countCodePoints, firstCodePoints } from '@rivulet/blocks/codePoints'
import { expandMarkdown } from '@rivulet/blocks/expandMarkdown'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { blocksFromMrkdwn, blocksFromUnmarked } from '@rivulet/blocks/mrkdwn'
import { newBlockId } from '#domain/ids'
import { maxLength } from '#domain/lengths'
import { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'
import { textOfBlocks } from './textOfBlocks.ts'

/** The content of a message: Markdown, mrkdwn, or blocks. With blocks, mrkdwn stands in where blocks are not shown. */
export interface MessageContent {
  text: string | undefined
  markdown: string | undefined
  blocks: readonly Block[] | undefined
  /** [ATT-1] Shown below everything else. Undefined and an empty array differ only where a message is changed. */
  attachments?: readonly GivenAttachment[] | undefined
  /** [MSG-12] Shows the text as it is, not as mrkdwn. */
  unmarked?: boolean
}

const mostCharacters = { text: maxLength.text, markdown_text: maxLength.markdown }

/** [MSG-11] The content with the first 40,000 characters of its text. */
export function cutText(content: MessageContent): MessageContent {
  return { ...content, text: content.text && firstCodePoints(content.text, maxLength.text) }
}

/** [ORD 17] Refuses a message that is empty or too long. */
export function checkMessageContent(content: MessageContent, metadata?: object): void {
  const { text, markdown, blocks, attachments } = content
  if (!text && !markdown && !blocks?.length && !attachments?.length)
    throw new Refusal('no_text', 'Give `text`, `markdown_text`, `blocks` or `attachments`.')
  checkLength('markdown_text', markdown)
  checkLength('text', text)
  checkMessageSize({ text, markdown, blocks, attachments, metadata })
}

/**
 * [MSG-31] Refuses a message that is too large as a whole. Blocks that the server makes of text are not counted, because
 * the length of the text bounds them; neither is what was streamed.
 */
export function checkMessageSize(parts: {
  text?: string | undefined
  markdown?: string | undefined
  blocks?: readonly Block[] | undefined
  attachments?: readonly object[] | null | undefined
  metadata?: object | null | undefined
}): void {
  checkBlocksSize(jsonLength(parts.blocks))
  const size = Object.values(parts).reduce<number>((sum, part) => sum + jsonLength(part), 0)
  if (size <= maxLength.message) return
  const detail = `A message is at most ${maxLength.message} characters of JSON; this is ${size}.`
  throw new Refusal('msg_too_long', detail)
}

/** [MSG-31] */
export function checkBlocksSize(size: number): void {
  if (size <= maxLength.message) return
  const detail = `The blocks of a message are at most ${maxLength.message} characters of JSON; these are ${size}.`
  throw new Refusal('msg_blocks_too_long', detail)
}

/** The length of a part of a message as JSON; 0 if there is none. */
export function jsonLength(part: string | object | null | undefined): number {
  return part == null ? 0 : JSON.stringify(part).length
}

function checkLength(name: keyof typeof mostCharacters, given: string | undefined): void {
  const size = countCodePoints(given ?? '')
  if (size > mostCharacters[name])
    throw new Refusal('msg_too_long', `\`${name}\` is at most ${mostCharacters[name]} characters; this is ${size}.`)
}

/** [BLK-5] Turns content into what the message row stores: mrkdwn, blocks, and Markdown and attachments if there were any. */
export async function toStoredContent(db: Db, teamId: string, content: MessageContent) {
  const { text, markdown, attachments } = content
  const blocks = toStoredBlocks(content)
  return {
    text: (text ?? (await textOfBlocks(db, teamId, blocks))).toWellFormed(),
    blocks,
    markdown: markdown?.toWellFormed(),
    attachments: toStoredAttachments(attachments),
  }
}

/** [ATT-2] Attachments with their ids and fallbacks; null for none. `kept` stay behind them, with their own ids. */
export function toStoredAttachments(
  given: readonly GivenAttachment[] | undefined,
  kept: readonly Attachment[] = [],
): Attachment[] | null {
  const lastId = Math.max(0, ...kept.map(({ id }) => id))
  const all = [...completeAttachments((given ?? []).map(withStoredBlocks), newBlockId, lastId), ...kept]
  return all.length > 0 ? all : null
}

function withStoredBlocks(given: GivenAttachment): GivenAttachment {
  return given.blocks ? { ...given, blocks: [...expandMarkdown(given.blocks)] } : given
}

function toStoredBlocks({ text = '', markdown, blocks: given, unmarked }: MessageContent): readonly Block[] {
  if (!given?.length && !markdown) return unmarked ? blocksFromUnmarked(text) : blocksFromMrkdwn(text)
  const blocks = given?.length ? expandMarkdown(given) : blocksFromMarkdown(markdown ?? '')
  const [fault] = findCrowding(blocks, given?.length ? '/blocks' : '/markdown_text')
  if (!fault) return blocks
  const lines = [formatFault(fault).replace('[ERROR] ', '')]
  const detail = `The Markdown would become ${blocks.length} blocks; send it in several messages, or stream it.`
  throw new Refusal('invalid_blocks', detail, { messages: lines, errors: lines })
}
