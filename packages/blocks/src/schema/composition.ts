import { z } from 'zod'
import { arrayOf } from './arrayOf.ts'
import { requireExactlyOneOf, requireOneOf } from './requireOneOf.ts'
import { plainText, text, textObject, url } from './text.ts'

const duplicates = 'Input contains duplicate items'
const isUnique = (items: readonly string[]) => new Set(items).size === items.length

export const confirm = z
  .strictObject({
    title: plainText(100).optional(),
    text: textObject(300),
    confirm: plainText(30).optional(),
    deny: plainText(30).optional(),
    style: z.enum(['primary', 'danger']).optional(),
  })
  .optional()

export const option = z.strictObject({
  text: textObject(75),
  value: text(150).optional(),
  description: textObject(75).optional(),
})
export const plainOption = option.extend({ text: plainText(75), description: plainText(75).optional() })
export const optionGroup = z.strictObject({ label: plainText(75), options: arrayOf(plainOption).min(1).max(100) })

export const conversationFilter = z
  .strictObject({
    include: arrayOf(z.enum(['im', 'mpim', 'private', 'public']))
      .min(1)
      .refine(isUnique, duplicates)
      .optional(),
    exclude_external_shared_channels: z.boolean().optional(),
    exclude_bot_users: z.boolean().optional(),
  })
  .check(requireOneOf('include', 'exclude_external_shared_channels', 'exclude_bot_users'))

export const slackFile = z
  .strictObject({ id: text().optional(), url: text().optional() })
  .check(requireExactlyOneOf('id', 'url'))

export const dispatchActionConfig = z
  .strictObject({
    trigger_actions_on: arrayOf(z.enum(['on_enter_pressed', 'on_character_entered']))
      .min(1)
      .refine(isUnique, duplicates)
      .optional(),
  })
  .optional()

export const workflow = z.strictObject({
  trigger: z.strictObject({
    url: url(),
    customizable_input_parameters: arrayOf(z.strictObject({ name: text(), value: z.unknown() })).optional(),
  }),
})
