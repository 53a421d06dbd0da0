import type { z } from 'zod'
import type { Block } from '#block'
import type { Chunk } from '#chunk'
import { block } from '#shape/block'
import { outOfBounds } from '#shape/bounds'
import { chunk } from '#shape/chunk'
import { type Constraint, faultsOf } from '#shape/faults'
import { Together } from '#together'

/** What is wrong, and where: an RFC 6901 pointer that begins with the argument's name. */
export type Fault = { message: string; pointer: string; constraint?: Constraint }

export type Checked<T> = { ok: true; value: T } | { ok: false; faults: Fault[]; tooLong?: boolean }

const mostBlocks = 50

/** Blocks that pass come back as they were given, with the keys that this version does not know. */
export function checkBlocks(value: unknown, pointer = '/blocks', most = mostBlocks): Checked<Block[]> {
  if (!Array.isArray(value)) return refused([{ message: 'must provide an array', pointer }])
  if (value.length > most) {
    return { ...refused([{ message: `no more than ${most} items allowed`, pointer }]), tooLong: true }
  }
  const bound = outOfBounds(value)
  if (bound) return refused([{ message: `the document is ${bound}`, pointer }])
  const faults: Fault[] = []
  const found = new Map<number, Block>()
  for (const [i, item] of value.entries()) {
    if (passes(block, item, `${pointer}/${i}`, faults)) found.set(i, item)
  }
  addAll(faults, messageFaults(found, pointer))
  return faults.length > 0 ? refused(faults.sort(deepestFirst)) : { ok: true, value: [...found.values()] }
}

/** Chunks that pass come back without the keys that the declaration does not name. */
export function checkChunks(value: unknown, pointer = '/chunks'): Checked<Chunk[]> {
  if (!Array.isArray(value)) return refused([{ message: 'must provide an array', pointer }])
  const faults: Fault[] = []
  const chunks: Chunk[] = []
  let tooLong = false
  for (const [i, item] of value.entries()) {
    const at = `${pointer}/${i}`
    const parsed = chunk.safeParse(item, { reportInput: true })
    if (!parsed.success) {
      addAll(faults, faultsOf(parsed.error.issues, at))
      continue
    }
    chunks.push(parsed.data)
    if (parsed.data.type !== 'blocks') continue
    const blocks = checkBlocks(parsed.data.blocks, `${at}/blocks`)
    if (blocks.ok) continue
    addAll(faults, blocks.faults)
    tooLong ||= blocks.tooLong ?? false
  }
  if (faults.length === 0) return { ok: true, value: chunks }
  return tooLong ? { ...refused(faults), tooLong } : refused(faults)
}

/** The first task of an id must say its title; only the caller knows which ids came before. */
export function untitledTasks(chunks: readonly Chunk[], known: ReadonlySet<string>, pointer = '/chunks'): Fault[] {
  const seen = new Set(known)
  return chunks.flatMap((item, i) => {
    if (item.type !== 'task_update' || seen.has(item.id)) return []
    seen.add(item.id)
    return item.title === undefined ? [{ message: 'missing required field: title', pointer: `${pointer}/${i}` }] : []
  })
}

/** The line that a refusal carries in `response_metadata.messages`. */
export function faultLine(fault: Fault): string {
  return `[ERROR] ${fault.message} [json-pointer:${fault.pointer}]`
}

/** The deepest cause first, as clients show the first line; faults of the same depth stay in the order of the document. */
function deepestFirst(one: Fault, other: Fault): number {
  return other.pointer.split('/').length - one.pointer.split('/').length
}

function refused(faults: Fault[]): { ok: false; faults: Fault[] } {
  return { ok: false, faults }
}

function passes<T>(shape: z.ZodType<T>, value: unknown, pointer: string, faults: Fault[]): value is T {
  const parsed = shape.safeParse(value, { reportInput: true })
  if (!parsed.success) addAll(faults, faultsOf(parsed.error.issues, pointer))
  return parsed.success
}

/** Not `push(...)`, whose arguments may overflow the stack. */
function addAll(faults: Fault[], more: readonly Fault[]): void {
  for (const fault of more) faults.push(fault)
}

function messageFaults(blocks: ReadonlyMap<number, Block>, pointer: string): Fault[] {
  const faults: Fault[] = []
  const seen = new Set<string>()
  const claim = (id: string | undefined, at: string) => {
    if (id === undefined) return
    if (seen.has(id)) faults.push({ message: `block_id must be unique: ${id}`, pointer: `${at}/block_id` })
    seen.add(id)
  }
  const together = new Together()
  for (const [i, item] of blocks) {
    const at = `${pointer}/${i}`
    claim(item.block_id, at)
    if (item.type === 'container')
      item.child_blocks.forEach((child, j) => claim(child.block_id, `${at}/child_blocks/${j}`))
    if (item.type === 'carousel') item.elements.forEach((card, j) => claim(card.block_id, `${at}/elements/${j}`))
    // A task waits only inside a plan.
    if (item.type === 'task_card' && item.status === 'pending') {
      faults.push({ message: 'must be a valid enum value', pointer: `${at}/status` })
    }
    together.add(item, pointer, at)
  }
  return [...faults, ...together.faults]
}
