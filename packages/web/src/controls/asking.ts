import type { Block } from '@rivulet/blocks/block'
import type { Chosen, Held, Spot } from 'rivulet/interactions'
import { act, page } from '#store/act.ts'
import { valuesOf, type Surface } from './surface.ts'
import { chosenOf, isField } from './value.ts'

/** How the elements of a place ask the server; `blocks` are those that stand there now. */
export function asking(
  spot: Spot,
  known: Pick<Surface, 'key' | 'channel'>,
  blocks: readonly Block[],
): Pick<Surface, 'act' | 'suggest'> {
  return {
    async act({ block, element, value }) {
      const chosen = element.type === 'button' || element.type === 'icon_button' ? undefined : chosenOf(value, element)
      return act('press', {
        ...spot,
        page,
        block_id: block.block_id,
        action_id: element.action_id ?? '',
        ...(chosen === undefined ? {} : { value: chosen }),
        state: heldIn(known, blocks),
      })
    },
    async suggest(block, element, query) {
      const { action_id = '' } = element
      const found = await act('options', { ...spot, block_id: block.block_id, action_id, value: query })
      if (!found.ok) return found
      const { options, option_groups: groups } = found.answer
      return { ok: true, groups: groups ?? [{ options: options ?? [] }] }
    },
  }
}

/** What all fields hold, by block and action. What nobody touched is left out. */
export function heldIn(known: Pick<Surface, 'key' | 'channel'>, blocks: readonly Block[]): Held {
  const held: Record<string, Record<string, Chosen>> = {}
  for (const { block, element, value } of valuesOf(known, blocks)) {
    const chosen = isField(element) ? chosenOf(value, element) : undefined
    if (chosen === undefined || block.block_id === undefined || element.action_id === undefined) continue
    ;(held[block.block_id] ??= {})[element.action_id] = chosen
  }
  return held
}
