import type { Block } from '@rivulet/blocks/types'
import type { FieldValue, StateValues, TargetReference } from 'rivulet/interactions'
import { pageId, sendInteraction } from '#store/interactions/sendInteraction.ts'
import { isField, toFieldValue } from './controlValue.ts'
import { listFieldValues } from './fieldValues.ts'
import type { Surface } from './surface.ts'

/** Connects a surface to the server. `blocks` are the blocks that it shows now. */
export function createInteractionHandlers(
  target: TargetReference,
  surface: Pick<Surface, 'key' | 'channel'>,
  blocks: readonly Block[],
): Pick<Surface, 'interact' | 'suggest'> {
  return {
    async interact({ block, element, value }) {
      const isButton = element.type === 'button' || element.type === 'icon_button'
      const chosen = isButton ? undefined : toFieldValue(value, element)
      return sendInteraction('press', {
        ...target,
        page: pageId,
        block_id: block.block_id,
        action_id: element.action_id ?? '',
        ...(chosen === undefined ? {} : { value: chosen }),
        state: collectStateValues(surface, blocks),
      })
    },
    async suggest(block, element, query) {
      const { action_id = '' } = element
      const result = await sendInteraction('options', { ...target, block_id: block.block_id, action_id, value: query })
      if (!result.ok) return result
      const { options, option_groups: groups } = result.answer
      return { ok: true, groups: groups ?? [{ options: options ?? [] }] }
    },
  }
}

/** The values of all fields, by block id and action id. Rich text that the person has not changed is left out. */
export function collectStateValues(surface: Pick<Surface, 'key' | 'channel'>, blocks: readonly Block[]): StateValues {
  const state: Record<string, Record<string, FieldValue>> = {}
  for (const { block, element, value } of listFieldValues(surface, blocks)) {
    const chosen = isField(element) ? toFieldValue(value, element) : undefined
    if (chosen === undefined || block.block_id === undefined || element.action_id === undefined) continue
    ;(state[block.block_id] ??= {})[element.action_id] = chosen
  }
  return state
}
