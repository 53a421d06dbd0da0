import type { View } from '@rivulet/blocks/checkPayload'
import { z } from 'zod'
import { view } from './args.ts'

export const triggerId = z.string().describe('The `trigger_id` of what the person has just done.')
export const viewHash = z
  .string()
  .optional()
  .describe('The `hash` of the view that the app has seen: refused if it was changed since.')

export const modal = ofType('modal').describe('The modal.')
export const home = ofType('home').describe('The home.')

function ofType<T extends View['type']>(type: T) {
  return view.transform((given, context): Extract<View, { type: T }> => {
    if (isOfType(given, type)) return given
    const detail = `must be a valid enum value [json-pointer:/view/type]`
    const fault = { code: 'invalid_arguments', detail: `The view has to be a ${type}.`, messages: [detail] }
    context.addIssue({ code: 'custom', message: fault.detail, params: { fault } })
    return z.NEVER
  })
}

function isOfType<T extends View['type']>(given: View, type: T): given is Extract<View, { type: T }> {
  return given.type === type
}
