import type { Block } from '#block'
import { everyBlock } from '#testing/everyBlock'

/** The words that say what a thing is, not what it says. */
const kept = new Set(['type', 'status', 'level', 'range', 'source', 'align', 'icon', 'width', 'action_id'])
const styles = new Set(['bullet', 'ordered', 'primary', 'danger'])

/** A block of every type, with this in each of its text and address fields. */
export function saidEverywhere(text: string): Block[] {
  return JSON.parse(everything, (_, value: unknown) => (value === place ? text : value))
}

const place = '\u0000'
const everything = JSON.stringify(everyBlock, (key, value: unknown) =>
  typeof value !== 'string' || kept.has(key) || (key === 'style' && styles.has(value)) ? value : place,
)
