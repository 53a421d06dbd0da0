import type { Block } from '#block'

/**
 * The blocks with an id each, unique in the message; markdown blocks have none. A given id stays, unless an earlier
 * block has it. Blocks that need nothing stay the same objects.
 */
export function withBlockIds(blocks: readonly Block[], makeId: () => string): Block[] {
  const given = new Set(blocks.map((block) => block.block_id))
  const seen = new Set<string>()
  return blocks.map((block) => {
    const id = block.block_id
    if (block.type === 'markdown' || (id !== undefined && !seen.has(id))) {
      if (id !== undefined) seen.add(id)
      return block
    }
    const made = freshId(makeId, (made) => given.has(made) || seen.has(made))
    seen.add(made)
    return { ...block, block_id: made }
  })
}

/** A maker that repeats itself must not keep us waiting. */
function freshId(makeId: () => string, taken: (id: string) => boolean): string {
  let id = makeId()
  for (let tries = 1; taken(id); tries++) id = tries < 10 ? makeId() : `${makeId()}${tries}`
  return id
}
