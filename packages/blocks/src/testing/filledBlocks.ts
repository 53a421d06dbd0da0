import type { Block } from '#types'
import { allBlocks } from '#samples/allBlocks'
import { allElementBlocks } from '#samples/allElements'

/** Keys whose values select a type or a variant, and are kept. */
const keptKeys = new Set(['type', 'status', 'level', 'range', 'source', 'align', 'width', 'action_id'])
const listAndButtonStyles = new Set(['bullet', 'ordered', 'primary', 'danger'])

/** A block of every type, with this text in every text and address field. */
export function fillBlocks(text: string): Block[] {
  return fillJson(blocksTemplate, text)
}

/** Also returns a block around every type of element. This fills every text and address field of the schemas. */
export function fillBlocksAndElements(text: string): Block[] {
  return [...fillBlocks(text), ...fillJson(elementsTemplate, text)]
}

const placeholder = '\u0000'
const blocksTemplate = toTemplate(allBlocks)
const elementsTemplate = toTemplate(allElementBlocks)

function fillJson(json: string, text: string): Block[] {
  return JSON.parse(json, (_, value: unknown) => (value === placeholder ? text : value))
}

function toTemplate(blocks: readonly Block[]): string {
  return JSON.stringify(blocks, (key, value: unknown) =>
    typeof value !== 'string' || keptKeys.has(key) || (key === 'style' && listAndButtonStyles.has(value))
      ? value
      : placeholder,
  )
}
