import type { Block } from '#block'

/** The blocks with an id each, unique in the message; markdown blocks have none. Blocks that have one stay the same objects. */
export function withBlockIds(blocks: readonly Block[], makeId: () => string): Block[] {
  const taken = new Set(blocks.map((block) => block.block_id))
  return blocks.map((block) => {
    if (block.block_id !== undefined || block.type === 'markdown') return block
    let id = makeId()
    while (taken.has(id)) id = makeId()
    taken.add(id)
    return { ...block, block_id: id }
  })
}
