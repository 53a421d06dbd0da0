import { z } from 'zod'
import { colorPattern } from '#richText/patterns'
import { newerFields } from '#richText/newerFields'
import { arrayOf } from './arrayOf.ts'
import { fieldsByType } from './fieldsByType.ts'
import { id, integer, text, url } from './text.ts'

// [RT-5] Some source lists `code` and `highlight` for every element; the other flags follow the documentation.
const flag = z.boolean().optional()
const textFlags = { bold: flag, italic: flag, strike: flag, underline: flag, code: flag, highlight: flag }
const shownFlags = { ...textFlags, client_highlight: flag }
const style = z.strictObject(textFlags).optional()
const shownStyle = z.strictObject(shownFlags).optional()
const mentionStyle = z.strictObject({ ...shownFlags, unlink: flag }).optional()

const border = z.literal([0, 1]).optional()
const word = z.string().optional()

export const textElement = z.strictObject({ type: z.literal('text'), text: text(), style })
export const linkElement = z.strictObject({
  type: z.literal('link'),
  url: url(),
  text: text().optional(),
  unsafe: flag,
  from_llm: flag,
  is_slack_url: flag,
  truncated: flag,
  style,
})
export const userElement = z.strictObject({
  type: z.literal('user'),
  user_id: id('user'),
  from_llm: flag,
  style: mentionStyle,
})
export const usergroupElement = z.strictObject({
  type: z.literal('usergroup'),
  usergroup_id: id('usergroup'),
  from_llm: flag,
  style: mentionStyle,
})
export const channelElement = z.strictObject({
  type: z.literal('channel'),
  channel_id: id('channel'),
  tab_id: word,
  from_llm: flag,
  style: mentionStyle,
})
export const broadcastElement = z.strictObject({
  type: z.literal('broadcast'),
  range: z.enum(['here', 'channel', 'everyone']),
  style,
})
export const colorElement = z.strictObject({
  type: z.literal('color'),
  value: z.string().regex(colorPattern, 'must be a valid hex color'),
  style: shownStyle,
})
export const dateElement = z.strictObject({
  type: z.literal('date'),
  timestamp: integer(),
  format: text(),
  url: url().optional(),
  fallback: word,
  timezone: word,
  style: shownStyle,
})
export const emojiElement = z.strictObject({
  type: z.literal('emoji'),
  name: text(),
  unicode: word,
  skin_tone: integer().min(1).max(6).optional(),
  url: word,
  style,
})

// [RT-6] The own fields of elements newer than the nine are known by name only.
const anything: object = Object.fromEntries(
  Object.values(newerFields).flatMap((fields) => fields.split(' ').map((field) => [field, z.unknown().optional()])),
)
export const otherElement = z
  .strictObject({
    type: z.literal([
      'team',
      'canvas',
      'canvas_user_mention',
      'canvas_message_unfurl',
      'file',
      'list_record',
      'message_mention',
      'attachment_mention',
      'work_object_mention',
      'workflow_mention',
      'tag',
      'citation',
      'salesforce_data_field',
    ]),
    ...anything,
    text: word,
    label: word,
    url: word,
    fallback: word,
    name: word,
    style: mentionStyle,
  })
  .check(fieldsByType('text url fallback name style', newerFields))

export const inline = z.discriminatedUnion('type', [
  textElement,
  linkElement,
  userElement,
  usergroupElement,
  channelElement,
  broadcastElement,
  colorElement,
  dateElement,
  emojiElement,
  otherElement,
])

export const section = z.strictObject({ type: z.literal('rich_text_section'), elements: arrayOf(inline) })
export const list = z.strictObject({
  type: z.literal('rich_text_list'),
  style: z.enum(['bullet', 'ordered']),
  elements: arrayOf(z.discriminatedUnion('type', [section])),
  indent: integer().min(0).max(8).optional(),
  offset: integer().min(0).optional(),
  border,
})
export const preformatted = z.strictObject({
  type: z.literal('rich_text_preformatted'),
  elements: arrayOf(inline),
  border,
  language: word,
})
export const quote = z.strictObject({ type: z.literal('rich_text_quote'), elements: arrayOf(inline), border })

export const subElement = z.discriminatedUnion('type', [section, list, preformatted, quote])
