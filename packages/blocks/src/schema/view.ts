import { z } from 'zod'
import { plainText, textUpTo } from './text.ts'

const label = plainText(24)
const common = {
  callback_id: textUpTo(255).optional(),
  external_id: textUpTo(255).optional(),
  private_metadata: textUpTo(3000).optional(),
  clear_on_close: z.boolean().optional(),
  notify_on_close: z.boolean().optional(),
}

/** A view without its blocks, which are checked on their own. */
export const view = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('modal'),
    title: label,
    submit: label.optional(),
    submit_disabled: z.boolean().optional(),
    close: label.optional(),
    ...common,
  }),
  z.strictObject({ type: z.literal('home'), ...common }),
])
