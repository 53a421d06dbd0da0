import { block } from '#schema/block'
import type { Block } from '#types'
import { findExceededBound } from './bounds.ts'
import { addFaults, type Checked, type Fault, refuse } from './fault.ts'
import { toFaults } from './issues.ts'
import { MessageLimits } from './messageLimits.ts'

const maxBlocksInMessage = 50

/**
 * Checks an array of blocks as a message holds them. Blocks that pass are returned unchanged, with the keys that this
 * version does not know. The pointer of every fault starts with `pointer`; `maxBlocks` is 100 in a view.
 */
export function checkBlocks(value: unknown, pointer = '/blocks', maxBlocks = maxBlocksInMessage): Checked<Block[]> {
  if (!Array.isArray(value)) return refuse([{ message: 'must provide an array', pointer }])
  if (value.length > maxBlocks) {
    return { ...refuse([{ message: `no more than ${maxBlocks} items allowed`, pointer }]), tooLong: true }
  }
  const exceeded = findExceededBound(value)
  if (exceeded) return refuse([{ message: `the document is ${exceeded}`, pointer }])
  const faults: Fault[] = []
  const valid = new Map<number, Block>()
  for (const [i, item] of value.entries()) {
    if (isBlock(item, `${pointer}/${i}`, faults)) valid.set(i, item)
  }
  addFaults(faults, findFaultsAcrossBlocks(valid, pointer))
  return faults.length > 0 ? refuse(faults.sort(compareDepth)) : { ok: true, value: [...valid.values()] }
}

/** Returns the faults of an array of blocks, none if it is valid. Takes the arguments of `checkBlocks`. */
export function findBlockFaults(value: unknown, pointer = '', maxBlocks?: number): Fault[] {
  const checked = checkBlocks(value, pointer, maxBlocks)
  return checked.ok ? [] : checked.faults
}

/** Puts the deepest cause first, because clients show the first line. Faults of the same depth keep their order. */
function compareDepth(one: Fault, other: Fault): number {
  return other.pointer.split('/').length - one.pointer.split('/').length
}

function isBlock(value: unknown, pointer: string, faults: Fault[]): value is Block {
  const parsed = block.safeParse(value, { reportInput: true })
  if (!parsed.success) addFaults(faults, toFaults(parsed.error.issues, pointer))
  return parsed.success
}

function findFaultsAcrossBlocks(blocks: ReadonlyMap<number, Block>, pointer: string): Fault[] {
  const faults: Fault[] = []
  const seen = new Set<string>()
  const claimId = (id: string | undefined, at: string) => {
    if (id === undefined) return
    if (seen.has(id)) faults.push({ message: `block_id must be unique: ${id}`, pointer: `${at}/block_id` })
    seen.add(id)
  }
  const limits = new MessageLimits()
  for (const [i, item] of blocks) {
    const at = `${pointer}/${i}`
    claimId(item.block_id, at)
    if (item.type === 'container')
      item.child_blocks.forEach((child, j) => claimId(child.block_id, `${at}/child_blocks/${j}`))
    if (item.type === 'carousel') item.elements.forEach((card, j) => claimId(card.block_id, `${at}/elements/${j}`))
    // Only a task inside a plan may be pending.
    if (item.type === 'task_card' && item.status === 'pending') {
      faults.push({ message: 'must be a valid enum value', pointer: `${at}/status` })
    }
    limits.add(item, pointer, at)
  }
  return [...faults, ...limits.faults]
}
