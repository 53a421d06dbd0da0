import type { Block } from '#block'

/**
 * The blocks with an id each, unique in the message, those within blocks too; markdown blocks have none. A given id
 * stays, unless an earlier block has it. Elements that a person can act on get an `action_id`, unique in their block.
 * Blocks that need nothing stay the same objects.
 */
export function withBlockIds(blocks: readonly Block[], makeId: () => string): Block[] {
  const given = new Set(blocks.flatMap((block) => [block, ...inside(block)]).map((block) => block.block_id))
  const seen = new Set<string>()
  return blocks.map(complete)

  function complete<B extends Block>(block: B): B {
    return withIdsInside(withId(block))
  }

  function withId<B extends Block>(block: B): B {
    const id = block.block_id
    if (id !== undefined && !seen.has(id)) {
      seen.add(id)
      return block
    }
    if (block.type === 'markdown') return id === undefined ? block : { ...block, block_id: undefined }
    const made = freshId(makeId, (made) => given.has(made) || seen.has(made))
    seen.add(made)
    return { ...block, block_id: made }
  }

  function withIdsInside<B extends Block>(block: B): B {
    switch (block.type) {
      case 'actions':
        return kept(block, 'elements', withActionIds(block.elements, makeId))
      case 'context_actions':
        return kept(block, 'elements', withActionIds(block.elements, makeId))
      case 'card':
        return block.actions ? kept(block, 'actions', withActionIds(block.actions, makeId)) : block
      case 'section':
        return block.accessory ? kept(block, 'accessory', withActionIds([block.accessory], makeId)[0]) : block
      case 'input':
        return kept(block, 'element', withActionIds([block.element], makeId)[0])
      case 'carousel':
        return kept(block, 'elements', block.elements.map(complete))
      case 'container':
        return kept(block, 'child_blocks', block.child_blocks.map(complete))
      default:
        return block
    }
  }
}

/** The blocks that stand in a block. */
function inside(block: Block): readonly Block[] {
  if (block.type === 'carousel') return block.elements
  return block.type === 'container' ? block.child_blocks : []
}

/** Two elements of a block that were given one id keep it: the first of them is meant. */
function withActionIds<E extends { type: string; action_id?: string | undefined }>(
  elements: readonly E[],
  makeId: () => string,
): E[] {
  const given = new Set(elements.map((element) => element.action_id))
  return elements.map((element) => {
    if (element.type === 'image' || element.action_id !== undefined) return element
    const made = freshId(makeId, (made) => given.has(made))
    given.add(made)
    return { ...element, action_id: made }
  })
}

/** The block itself where nothing in it has changed. */
function kept<B extends Block>(block: B, key: string, value: unknown): B {
  const before: unknown = Reflect.get(block, key)
  const same =
    Array.isArray(before) && Array.isArray(value) ? before.every((item, i) => item === value[i]) : before === value
  return same ? block : { ...block, [key]: value }
}

/** A maker that repeats itself must not keep us waiting. */
function freshId(makeId: () => string, taken: (id: string) => boolean): string {
  let id = makeId()
  for (let tries = 1; taken(id); tries++) id = tries < 10 ? makeId() : `${makeId()}${tries}`
  return id
}
