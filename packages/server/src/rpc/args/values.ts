import { countCodePoints } from '@rivulet/blocks/codePoints'
import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import type { ArgumentFault } from './structured.ts'

/** An id, or a short name of the same kind. */
export const shortId = textUpTo(maxLength.id)
/** A code, a token or another secret. */
export const secret = textUpTo(maxLength.secret)

export const channelId = shortId.meta({ examples: ['C0GENERAL'], description: 'A channel or direct message.' })
export const userId = shortId.meta({ examples: ['U0ANA'], description: 'A person or bot user.' })
export const teamId = shortId.meta({ examples: ['T0ACME'], description: 'A team.' })
export const messageTs = shortId.meta({ examples: ['1767225600.000100'], description: 'The ts of a message.' })
export const ownTeam = shortId.optional().describe('The team to act in. Only an org-wide token needs it.')
export const cursor = textUpTo(maxLength.cursor, (text) => ({
  code: 'invalid_cursor',
  detail: `"cursor" is not a cursor that this method returned: it has ${text.length} characters.`,
  messages: [],
}))
  .optional()
  .describe('The `next_cursor` of the previous page.')

/** Where a message goes. */
export const destination = shortId.meta({
  examples: ['C0GENERAL', 'U0ANA', '#general'],
  description: 'An id or a name.',
})

/** A boolean: `true`, `false`, `1` or `0`, as JSON or as text of a form. */
export const flag = z.preprocess((value) => {
  if (value === 'true' || value === '1' || value === 1) return true
  if (value === 'false' || value === '0' || value === 0) return false
  return value
}, z.boolean())

/** Text of at most so many Unicode code points. `ownFault` is answered in place of `invalid_arguments`. */
export function textUpTo(most: number, ownFault?: (text: string) => ArgumentFault) {
  return z
    .string()
    .superRefine((text, context) => {
      if (text.length <= most || countCodePoints(text) <= most) return
      if (ownFault) context.addIssue({ code: 'custom', params: { fault: ownFault(text) } })
      else context.addIssue({ code: 'too_big', origin: 'string', maximum: most, inclusive: true, input: text })
    })
    .meta({ maxLength: most })
}

/** Text of at most so many code points, which the method itself checks, later and with an error of its own. */
export function textCheckedLater(most: number) {
  return z.string().meta({ maxLength: most })
}

/** Ids joined by commas, as an array without duplicates. */
export const idList = textUpTo(maxLength.idList).transform((text) => {
  const ids = text.split(',').map((id) => id.trim())
  return [...new Set(ids.filter((id) => id !== ''))]
})

/** A page size: a number from 1, in JSON or as text; 0 stands for the default. More than `max` counts as `max`. */
export function count(max: number, byDefault: number, ownFault?: ArgumentFault) {
  return z
    .preprocess((value, context) => {
      const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
      if (number === 0) return byDefault
      if (ownFault && !(Number.isInteger(number) && Number(number) > 0))
        context.addIssue({ code: 'custom', params: { fault: ownFault } })
      return number
    }, z.int().min(1))
    .transform((value) => Math.min(value, max))
    .default(byDefault)
    .describe(`The most to return, up to ${max}.`)
}

/** A `limit` that is refused with `invalid_limit`. */
export function limitUpTo(max: number, byDefault: number) {
  const detail = '"limit" is not a whole number from 1; leave it out, or send 0, for the default.'
  return count(max, byDefault, { code: 'invalid_limit', detail, messages: [] })
}
