import { countCodePoints } from '#codePoints'
import type { StreamedReply } from '#streamedReply'
import type { Block, Chunk } from '#types'
import type { Fault } from './fault.ts'

/** In code points, over all markdown blocks of a message. */
const maxMarkdownLength = 12_000

/** How many blocks of a type a message may have, and what is said about one more. */
const limited = new Map<Block['type'], { max: number; message: string }>([
  ['plan', { max: 1, message: 'Cannot have more than 1 plan block' }],
  ['table', { max: 1, message: 'only_one_table_allowed' }],
  ['data_visualization', { max: 2, message: 'Cannot have more than 2 data_visualization blocks' }],
])

/** The limits that hold for all blocks of a message together. Add the blocks in order, each with the list it is in. */
export class MessageLimits {
  readonly faults: Fault[] = []
  #counts = new Map<Block['type'], number>()
  #markdownLength = 0

  addAll(blocks: readonly Block[], list: string): void {
    for (const [i, block] of blocks.entries()) this.add(block, list, `${list}/${i}`)
  }

  /** `list` and `at` are the pointers of the list of blocks and of the block in it. */
  add(block: Block, list: string, at: string): void {
    this.#count(block.type, list)
    if (block.type === 'container') for (const child of block.child_blocks) this.#count(child.type, list)
    if (block.type !== 'markdown') return
    const wasTooLong = this.isTooLong
    this.#markdownLength += countCodePoints(block.text)
    if (this.isTooLong && !wasTooLong)
      this.faults.push({ message: `must be less than ${maxMarkdownLength + 1} characters`, pointer: `${at}/text` })
  }

  /** A plan that the tasks of a stream begin. */
  addPlan(list: string): void {
    this.#count('plan', list)
  }

  /** Whether the markdown blocks are too long together. */
  get isTooLong(): boolean {
    return this.#markdownLength > maxMarkdownLength
  }

  #count(type: Block['type'], list: string): void {
    const limit = limited.get(type)
    if (!limit) return
    const count = (this.#counts.get(type) ?? 0) + 1
    this.#counts.set(type, count)
    if (count === limit.max + 1) this.faults.push({ message: limit.message, pointer: list })
  }
}

/**
 * Whether `findMessageLimitFaults` could find a fault in these chunks and final blocks: a cheap test that needs no reply.
 * A first task that starts a plan could cause one too. Callers that show a plan have to check for that themselves.
 */
export function canExceedMessageLimits(chunks: readonly Chunk[], finalBlocks: readonly Block[]): boolean {
  const counts = ({ type }: Block) => limited.has(type) || type === 'markdown' || type === 'container'
  return finalBlocks.some(counts) || chunks.some((chunk) => chunk.type === 'blocks' && chunk.blocks.some(counts))
}

/**
 * The faults of chunks, and of the blocks that end the message, that exceed a limit only together with the reply so far:
 * more than one plan or table, too many charts, too much Markdown. Each chunk has to be valid on its own. Pointers start at `/chunks` or `/blocks`.
 */
export function findMessageLimitFaults(
  reply: StreamedReply,
  display: 'timeline' | 'plan',
  chunks: readonly Chunk[],
  finalBlocks: readonly Block[] = [],
): Fault[] {
  const limits = new MessageLimits()
  let hasPlan = display === 'timeline'
  const addTask = (at: string) => {
    if (!hasPlan) limits.addPlan(at)
    hasPlan = true
  }
  for (const part of reply.parts) {
    if (part.type === 'task') addTask('')
    if (part.type === 'blocks') limits.addAll(part.blocks, '')
  }
  const known = limits.faults.length
  for (const [i, chunk] of chunks.entries()) {
    if (chunk.type === 'task_update') addTask(`/chunks/${i}`)
    if (chunk.type === 'blocks') limits.addAll(chunk.blocks, `/chunks/${i}/blocks`)
  }
  limits.addAll(finalBlocks, '/blocks')
  return limits.faults.slice(known)
}
