import { chunk } from '#schema/chunk'
import type { Chunk } from '#types'
import { checkBlocks } from './blocks.ts'
import { addFaults, type Checked, type Fault, refuse } from './fault.ts'
import { toFaults } from './issues.ts'

/** Checks the `chunks` of a streaming call. Chunks that pass are returned without the keys that no schema names. */
export function checkChunks(value: unknown, pointer = '/chunks'): Checked<Chunk[]> {
  if (!Array.isArray(value)) return refuse([{ message: 'must provide an array', pointer }])
  const faults: Fault[] = []
  const chunks: Chunk[] = []
  let tooLong = false
  for (const [i, item] of value.entries()) {
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
    tooLong ||= blocks.tooLong ?? false
  }
  if (faults.length === 0) return { ok: true, value: chunks }
  return tooLong ? { ...refuse(faults), tooLong } : refuse(faults)
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
