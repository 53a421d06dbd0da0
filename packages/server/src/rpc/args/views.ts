import type { View } from '@rivulet/blocks/types'
import { z } from 'zod'
import { Refusal } from '#domain/refusal'
import { view } from './blocks.ts'
import { shortId } from './values.ts'

/** The trigger of an interaction, under either of its names. */
export const triggerArgs = {
  trigger_id: shortId
    .optional()
    .describe('The `trigger_id` of the interaction. Needed without `interactivity_pointer`.'),
  interactivity_pointer: shortId
    .optional()
    .describe('Another name of `trigger_id`, for interactions of a run of a function.'),
}

export function triggerOf({ trigger_id: trigger, interactivity_pointer: pointer }: TriggerArgs): string {
  const given = trigger ?? pointer
  if (given !== undefined) return given
  const detail = 'missing required field: trigger_id'
  throw new Refusal('invalid_arguments', 'Send `trigger_id` or `interactivity_pointer`.', { messages: [detail] })
}

interface TriggerArgs {
  trigger_id?: string | undefined
  interactivity_pointer?: string | undefined
}

export const viewHash = shortId
  .optional()
  .describe('The `hash` of the view that the app knows. The call is refused if the view has changed since.')

export const modal = ofType('modal').describe('The modal.')
export const home = ofType('home').describe('The Home tab.')

function ofType<T extends View['type']>(type: T) {
  return view.transform((given, context): Extract<View, { type: T }> => {
    if (isOfType(given, type)) return given
    const detail = `must be a valid enum value [json-pointer:/view/type]`
    const fault = { code: 'invalid_arguments', detail: `The view must be a ${type}.`, messages: [detail] }
    context.addIssue({ code: 'custom', message: fault.detail, params: { fault } })
    return z.NEVER
  })
}

function isOfType<T extends View['type']>(given: View, type: T): given is Extract<View, { type: T }> {
  return given.type === type
}
