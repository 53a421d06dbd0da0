import { z } from 'zod'
import { arrayOf } from './arrayOf.ts'
import { integer, textUpTo } from './text.ts'

function optionalText(maxLength: number) {
  return textUpTo(maxLength).optional()
}

const texts = {
  fallback: optionalText(40_000),
  color: optionalText(30),
  pretext: optionalText(40_000),
  author_name: optionalText(3000),
  author_subname: optionalText(3000),
  author_link: optionalText(3000),
  author_icon: optionalText(3000),
  title: optionalText(3000),
  title_link: optionalText(3000),
  text: optionalText(40_000),
  image_url: optionalText(3000),
  thumb_url: optionalText(3000),
  footer: optionalText(3000),
  footer_icon: optionalText(3000),
  callback_id: optionalText(255),
}

/** The keys of texts. A number or boolean is accepted in their place, and becomes text. */
export const attachmentTextKeys: ReadonlySet<string> = new Set([
  ...Object.keys(texts),
  'value',
  'name',
  'description',
  'id',
  'ok_text',
  'dismiss_text',
  'url',
])

const field = z.object({
  title: optionalText(3000),
  value: optionalText(12_000),
  short: z.boolean().optional(),
})

const option = z.object({ text: textUpTo(300), value: textUpTo(2000), description: optionalText(300) })
const optionList = arrayOf(option).max(100).optional()

/** A button or menu as they were before Block Kit. */
const action = z.object({
  id: optionalText(100),
  type: z.enum(['button', 'select']),
  name: optionalText(255),
  text: textUpTo(300),
  value: optionalText(2000),
  url: optionalText(3000),
  style: z.enum(['default', 'primary', 'danger']).optional(),
  confirm: z
    .object({
      title: optionalText(100),
      text: textUpTo(300),
      ok_text: optionalText(30),
      dismiss_text: optionalText(30),
    })
    .optional(),
  data_source: z.enum(['static', 'users', 'channels', 'conversations', 'external']).optional(),
  options: optionList,
  option_groups: arrayOf(z.object({ text: textUpTo(300), options: arrayOf(option).max(100) }))
    .max(100)
    .optional(),
  selected_options: optionList,
  min_query_length: integer().optional(),
})

/** An attachment as an app sends it, but for its `blocks`. */
export const attachment = z.object({
  ...texts,
  ts: z.union([textUpTo(20), z.number()]).optional(),
  mrkdwn_in: arrayOf(textUpTo(20)).max(10).optional(),
  fields: arrayOf(field).max(100).optional(),
  actions: arrayOf(action).max(5).optional(),
})
