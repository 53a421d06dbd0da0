import type { Block } from '#block'
import { everyBlock } from '#testing/everyBlock'
import { everyElement } from '#testing/everyElement'

/** The words that say what a thing is, not what it says. */
const kept = new Set(['type', 'status', 'level', 'range', 'source', 'align', 'width', 'action_id'])
const styles = new Set(['bullet', 'ordered', 'primary', 'danger'])

/** A block of every type, with this in each of its text and address fields. */
export function saidInBlocks(text: string): Block[] {
  return filled(inBlocks, text)
}

/** The same, and one around every type of element: every text and address field that is declared. */
export function saidEverywhere(text: string): Block[] {
  return [...saidInBlocks(text), ...filled(inElements, text)]
}

const place = '\u0000'
const inBlocks = emptied(everyBlock)
const inElements = emptied(everyElement)

function filled(json: string, text: string): Block[] {
  return JSON.parse(json, (_, value: unknown) => (value === place ? text : value))
}

function emptied(blocks: readonly Block[]): string {
  return JSON.stringify(blocks, (key, value: unknown) =>
    typeof value !== 'string' || kept.has(key) || (key === 'style' && styles.has(value)) ? value : place,
  )
}
