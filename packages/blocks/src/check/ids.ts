import type { Block } from '#types'
import type { Fault } from './fault.ts'

/** [BLK-2] A block_id is unique among all blocks, an action_id within its block. Only one element has the focus. */
export class UniqueIds {
  readonly faults: Fault[] = []
  #blockIds = new Set<string>()
  #hasFocus = false

  /** Add the blocks in order. `at` is the pointer of the block. */
  add(block: Block, at: string): void {
    this.#claim('block_id', block.block_id, at, this.#blockIds)
    const actionIds = new Set<string>()
    for (const [element, place] of elementsOf(block, at)) {
      if ('action_id' in element) this.#claim('action_id', element.action_id, place, actionIds)
      if ('focus_on_load' in element && element.focus_on_load) this.#claimFocus(place)
    }
    if (block.type === 'container') block.child_blocks.forEach((child, i) => this.add(child, `${at}/child_blocks/${i}`))
    if (block.type === 'carousel') block.elements.forEach((card, i) => this.add(card, `${at}/elements/${i}`))
  }

  #claim(field: string, id: string | undefined, at: string, seen: Set<string>): void {
    if (id === undefined) return
    if (seen.has(id)) this.faults.push({ message: `\`${field}\` "${id}" already exists`, pointer: `${at}/${field}` })
    seen.add(id)
  }

  #claimFocus(at: string): void {
    if (this.#hasFocus)
      this.faults.push({
        message: 'cannot have more than 1 element with `focus_on_load`',
        pointer: `${at}/focus_on_load`,
      })
    this.#hasFocus = true
  }
}

function elementsOf(block: Block, at: string): [object & { action_id?: string | undefined }, string][] {
  switch (block.type) {
    case 'actions':
    case 'context_actions':
      return block.elements.map((element, i) => [element, `${at}/elements/${i}`])
    case 'card':
      return (block.actions ?? []).map((button, i) => [button, `${at}/actions/${i}`])
    case 'section':
      return block.accessory ? [[block.accessory, `${at}/accessory`]] : []
    case 'input':
      return [[block.element, `${at}/element`]]
    default:
      return []
  }
}
