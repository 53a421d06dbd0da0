import { isBlankText } from '@rivulet/blocks/blank'
import type { Block } from '@rivulet/blocks/types'
import { checkBlocks, formatFault } from '@rivulet/blocks/check'
import { nameTypedEmoji } from '@rivulet/blocks/emoji/typed'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { Refusal } from '#domain/refusal'

/** What a person wrote in the web client: Markdown, or the block of its editor. */
export interface Written {
  /** Markdown. Empty if there are blocks. */
  text: string
  /** [MSG-33] One rich text, not checked yet. */
  blocks?: readonly object[] | undefined
}

/** The blocks of what a person wrote, with the names of emoji. None if they wrote nothing. */
export function blocksOfWritten({ text, blocks }: Written): Block[] {
  if (!blocks) return isBlankText(text) ? [] : nameTypedEmoji(blocksFromMarkdown(text))
  if (text !== '') throw new Refusal('invalid_arguments', 'A message has either text or blocks.')
  const checked = checkBlocks(blocks)
  if (!checked.ok) {
    const [fault] = checked.faults
    throw new Refusal('invalid_blocks', `A block is not valid${fault ? `: ${formatFault(fault)}` : ''}.`)
  }
  const [block, ...others] = checked.value
  if (block?.type !== 'rich_text' || others.length > 0)
    throw new Refusal('invalid_blocks', 'What a person writes is one rich_text block.')
  const whole: Block = { type: 'rich_text', elements: toWellFormed(block.elements) }
  return isBlank(whole) ? [] : nameTypedEmoji([whole])
}

function isBlank(block: Block): boolean {
  const id = (name: string) => name
  return isBlankText(plainTextFromBlocks([block], { user: id, channel: id, usergroup: id }))
}

/** No database stores half a character. */
function toWellFormed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) => {
    if (typeof inner === 'string') return inner.toWellFormed()
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key.toWellFormed(), one]))
  })
}
