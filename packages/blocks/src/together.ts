import type { Block } from '#block'
import type { Fault } from '#check'
import type { Chunk } from '#chunk'
import { codePoints } from '#codePoints'
import type { Reply } from '#reply'

/** Of all markdown blocks together. */
const mostMarkdown = 12_000

/** What holds of all blocks of a message together. They are added one by one, each with the list that it is in. */
export class Together {
  readonly faults: Fault[] = []
  #plans = 0
  #markdown = 0

  addAll(blocks: readonly Block[], list: string): void {
    for (const [i, block] of blocks.entries()) this.add(block, list, `${list}/${i}`)
  }

  add(block: Block, list: string, at: string): void {
    if (block.type === 'plan') this.addPlan(list)
    if (block.type !== 'markdown') return
    const before = this.#markdown
    this.#markdown += codePoints(block.text)
    if (before <= mostMarkdown && this.#markdown > mostMarkdown)
      this.faults.push({ message: `must be less than ${mostMarkdown + 1} characters`, pointer: `${at}/text` })
  }

  addPlan(list: string): void {
    if (++this.#plans === 2) this.faults.push({ message: 'Cannot have more than 1 plan block', pointer: list })
  }
}

/**
 * Whether `crowdingFaults` can find a fault in this. In a plan the first task can crowd too; those that follow are drawn
 * in the plan that it began.
 */
export function canCrowd(chunks: readonly Chunk[], last: readonly Block[]): boolean {
  const counts = (block: Block) => block.type === 'plan' || block.type === 'markdown'
  return last.some(counts) || chunks.some((chunk) => chunk.type === 'blocks' && chunk.blocks.some(counts))
}

/** What of the chunks, and of the blocks below them, is too much beside the reply so far: each passed by itself. */
export function crowdingFaults(
  reply: Reply,
  display: 'timeline' | 'plan',
  chunks: readonly Chunk[],
  last: readonly Block[] = [],
): Fault[] {
  const message = new Together()
  let planned = display === 'timeline'
  const plan = (at: string) => {
    if (!planned) message.addPlan(at)
    planned = true
  }
  for (const part of reply.parts) {
    if (part.type === 'task') plan('')
    if (part.type === 'blocks') message.addAll(part.blocks, '')
  }
  const known = message.faults.length
  for (const [i, chunk] of chunks.entries()) {
    if (chunk.type === 'task_update') plan(`/chunks/${i}`)
    if (chunk.type === 'blocks') message.addAll(chunk.blocks, `/chunks/${i}/blocks`)
  }
  message.addAll(last, '/blocks')
  return message.faults.slice(known)
}
