import { countCodePoints } from '@rivulet/blocks/codePoints'
import { z } from 'zod'

export const channelId = z.string().meta({ examples: ['C0GENERAL'], description: 'A channel or direct message.' })
export const userId = z.string().meta({ examples: ['U0ANA'], description: 'A person or bot user.' })
export const teamId = z.string().meta({ examples: ['T0ACME'], description: 'A team.' })
export const messageTs = z.string().meta({ examples: ['1767225600.000100'], description: 'The ts of a message.' })
export const ownTeam = z.string().optional().describe('The team to act in. Only an org-wide token needs it.')
export const cursor = z.string().optional().describe('The `next_cursor` of the previous page.')

/** A boolean: `true`, `false`, `1` or `0`, as JSON or as text of a form. */
export const flag = z.preprocess((value) => {
  if (value === 'true' || value === '1' || value === 1) return true
  if (value === 'false' || value === '0' || value === 0) return false
  return value
}, z.boolean())

/** Text of at most `maxLength` Unicode code points. */
export function textUpTo(maxLength: number) {
  return z
    .string()
    .superRefine((text, context) => {
      if (text.length <= maxLength || countCodePoints(text) <= maxLength) return
      context.addIssue({ code: 'too_big', origin: 'string', maximum: maxLength, inclusive: true, input: text })
    })
    .meta({ maxLength })
}

/** Ids joined by commas, as an array without duplicates. */
export const idList = z.string().transform((text) => {
  const ids = text.split(',').map((id) => id.trim())
  return [...new Set(ids.filter((id) => id !== ''))]
})

/** A page size: a number from 1, in JSON or as text. More than `max` counts as `max`. */
export function count(max: number, byDefault: number) {
  return z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
      z.int().min(1),
    )
    .transform((value) => Math.min(value, max))
    .default(byDefault)
    .describe(`The most to return, up to ${max}.`)
}
