import { block } from '#schema/block'
import type { Block } from '#types'
import { findExceededBound } from './bounds.ts'
import { addFaults, type Checked, type Fault, isFull, refuse } from './fault.ts'
import { UniqueIds } from './ids.ts'
import { toFaults } from './issues.ts'
import { MessageLimits } from './messageLimits.ts'
import { findMisplaced, maxBlocks, type Surface } from './surfaces.ts'

export type ToStored = (blocks: readonly Block[]) => readonly Block[]

/**
 * Checks an array of blocks as a message holds them, or a view. Blocks that pass are returned unchanged. The pointer of
 * every fault starts with `pointer`. Of very many faults only the first are returned.
 */
export function checkBlocks(value: unknown, pointer = '/blocks', surface: Surface = 'message'): Checked<Block[]> {
  if (!Array.isArray(value)) return refuse([{ message: 'must provide an array', pointer }], pointer)
  const max = maxBlocks[surface]
  if (value.length > max) return refuse([{ message: `no more than ${max} items allowed`, pointer }], pointer, 'items')
  const exceeded = findExceededBound(value, pointer)
  if (exceeded) return refuse([exceeded], pointer)
  const faults: Fault[] = []
  const valid = new Map<number, Block>()
  for (const [i, item] of value.entries()) {
    if (isFull(faults)) return refuse(faults.sort(compareDepth), pointer)
    if (isBlock(item, surface, `${pointer}/${i}`, faults)) valid.set(i, item)
  }
  const ids = new UniqueIds()
  const limits = new MessageLimits()
  for (const [i, item] of valid) {
    const at = `${pointer}/${i}`
    ids.add(item, at)
    limits.add(item, pointer, at)
    // Only a task inside a plan may be pending.
    if (item.type === 'task_card' && item.status === 'pending')
      faults.push({ message: 'must be a valid enum value', pointer: `${at}/status` })
  }
  addFaults(faults, ids.faults)
  const isTooLong = faults.length === 0 && limits.isTooLong
  addFaults(faults, limits.faults)
  if (faults.length === 0) return { ok: true, value: [...valid.values()] }
  return refuse(faults.sort(compareDepth), pointer, isTooLong ? 'text' : undefined)
}

/**
 * The faults of blocks, none if they are valid. Pass `expandMarkdown` as `toStored` for blocks that are posted: Markdown can
 * become more blocks than a message may have. It is passed so that checking alone does not need the parser.
 */
export function findBlockFaults(value: unknown, pointer = '', toStored?: ToStored): Fault[] {
  const checked = checkBlocks(value, pointer)
  if (!checked.ok) return checked.faults
  return toStored ? findCrowding(toStored(checked.value), pointer) : []
}

/** [BLK-5] The fault of stored blocks that are more than a message may be posted with. `pointer` says what they came from. */
export function findCrowding(stored: readonly Block[], pointer: string): Fault[] {
  if (stored.length <= maxBlocks.message) return []
  return [{ message: `no more than ${maxBlocks.message} items allowed`, pointer }]
}

/** Puts the deepest cause first, because clients show the first line. Faults of the same depth keep their order. */
function compareDepth(one: Fault, other: Fault): number {
  return other.pointer.split('/').length - one.pointer.split('/').length
}

function isBlock(value: unknown, surface: Surface, pointer: string, faults: Fault[]): value is Block {
  const misplaced = findMisplaced(value, surface, pointer)
  addFaults(faults, misplaced)
  if (misplaced[0]?.pointer === `${pointer}/type`) return false
  const parsed = block.safeParse(value, { reportInput: true })
  if (!parsed.success) {
    const found = toFaults(parsed.error.issues, pointer)
    // What is misplaced may also be in a block that cannot hold it.
    const known = new Set(misplaced.map((fault) => fault.pointer))
    addFaults(
      faults,
      found.filter((fault) => !known.has(fault.pointer)),
    )
  }
  return parsed.success
}
