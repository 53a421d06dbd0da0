import type { Block } from '@rivulet/blocks/types'

/** What a reply says, without the tasks that led to it; all of it, if it says nothing else. */
export function withoutTasks(blocks: readonly Block[]): readonly Block[] {
  const words = blocks.filter(({ type }) => type !== 'task_card' && type !== 'plan')
  return words.length > 0 ? words : blocks
}
