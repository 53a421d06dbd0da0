import { chunk } from '#schema/chunk'
import type { Chunk } from '#types'
import { checkBlocks } from './blocks.ts'
import { findExceededBound } from './bounds.ts'
import { addFaults, type Checked, type Fault, isFull, refuse, type Refused } from './fault.ts'
import { toFaults } from './issues.ts'

/** How many chunks a call may have. */
const maxChunks = 100

/** [STR-1] Checks the `chunks` of a streaming call. Chunks that pass are returned without the keys that no schema names. */
export function checkChunks(value: unknown, pointer = '/chunks'): Checked<Chunk[]> {
  if (!Array.isArray(value)) return refuse([{ message: 'must provide an array', pointer }], pointer)
  const exceeded = findExceededBound(value, pointer)
  if (exceeded) return refuse([exceeded], pointer)
  if (value.length > maxChunks)
    return refuse([{ message: `no more than ${maxChunks} items allowed`, pointer }], pointer)
  const faults: Fault[] = []
  const chunks: Chunk[] = []
  let tooLong: Refused['tooLong']
  for (const [i, item] of value.entries()) {
    if (isFull(faults)) break
    const at = `${pointer}/${i}`
    const parsed = chunk.safeParse(item, { reportInput: true })
    if (!parsed.success) {
      addFaults(faults, toFaults(parsed.error.issues, at))
      continue
    }
    chunks.push(parsed.data)
    if (parsed.data.type !== 'blocks') continue
    const blocks = checkBlocks(parsed.data.blocks, `${at}/blocks`)
    if (blocks.ok) continue
    addFaults(faults, blocks.faults)
    tooLong ??= blocks.tooLong
  }
  return faults.length === 0 ? { ok: true, value: chunks } : refuse(faults, pointer, tooLong)
}

/**
 * Returns faults for tasks that are new and have no title. `knownIds` are the task ids of earlier calls, as `taskIdsIn` of
 * `streamedReply` returns them.
 */
export function findUntitledTasks(
  chunks: readonly Chunk[],
  knownIds: ReadonlySet<string>,
  pointer = '/chunks',
): Fault[] {
  const seen = new Set(knownIds)
  return chunks.flatMap((item, i) => {
    if (item.type !== 'task_update' || seen.has(item.id)) return []
    seen.add(item.id)
    return item.title === undefined ? [{ message: 'missing required field: title', pointer: `${pointer}/${i}` }] : []
  })
}
