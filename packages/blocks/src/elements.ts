import type { Block } from '#block'
import type { z } from 'zod'
import type * as shapes from '#shape/element'

/** An element that a person can act on. */
export type ActiveElement = Exclude<
  z.infer<typeof shapes.actionElement> | z.infer<typeof shapes.accessory> | z.infer<typeof shapes.contextAction>,
  { type: 'workflow_button' | 'image' }
>

/** Where one stands: ids name it, within its message or view. */
export interface PlacedElement {
  block: Block
  blockId: string
  actionId: string
  element: ActiveElement
}

/** The elements of blocks that people can act on, those of blocks within blocks too, in their order. */
export function* elementsIn(blocks: readonly Block[], outerId = ''): Generator<PlacedElement> {
  for (const block of blocks) {
    const blockId = block.block_id ?? outerId
    if (block.type === 'container') yield* elementsIn(block.child_blocks, blockId)
    else if (block.type === 'carousel') yield* elementsIn(block.elements, blockId)
    for (const element of standing(block)) {
      if (isActive(element)) yield { block, blockId, actionId: element.action_id ?? '', element }
    }
  }
}

function standing(block: Block) {
  switch (block.type) {
    case 'actions':
    case 'context_actions':
      return block.elements
    case 'section':
      return block.accessory ? [block.accessory] : []
    case 'input':
      return [block.element]
    case 'card':
      return block.actions ?? []
    default:
      return []
  }
}

function isActive(element: ReturnType<typeof standing>[number]): element is ActiveElement {
  return element.type !== 'workflow_button' && element.type !== 'image'
}
