import { z } from 'zod'
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
  value: z.string().regex(/^(#[0-9a-f]{3,4}|#?[0-9a-f]{6}|#[0-9a-f]{8})$/i, 'must be a valid hex color'),
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

// [RT-6] Elements newer than the nine are accepted unchanged, and shown by `text`, `label`, `url`, `fallback` or `name`. Their own
// fields are known by name only.
const newerFields = {
  team: 'team_id',
  canvas: 'file_id label hide_title section_id is_skill_invocation',
  canvas_user_mention: 'user_id thread_id',
  canvas_message_unfurl: 'root_message_ts root_message_channel',
  file: 'file_id is_skill_invocation',
  list_record: 'file_id record_id view_id',
  message_mention: 'channel_id message_ts author_id thread_ts',
  attachment_mention:
    'app_id entity_id icon_url channel_id ts full_size_preview_enabled icon_name reference_object_type product_name',
  work_object_mention: 'entity_id app_id icon_url full_size_preview_enabled product_name',
  workflow_mention: 'workflow_id function_trigger_id channel_id ts',
  tag: 'color',
  citation: 'index details from_llm is_slack_url',
  salesforce_data_field:
    'salesforce_record_id salesforce_field_label salesforce_field_api_name salesforce_include_field_label',
}
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
