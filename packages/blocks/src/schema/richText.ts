import { z } from 'zod'
import { integer, text, url } from './text.ts'

// [RT-5] Some source lists `code` and `highlight` for every element; the other flags follow the documentation.
const flag = z.boolean().optional()
const textFlags = { bold: flag, italic: flag, strike: flag, underline: flag, code: flag, highlight: flag }
const shownFlags = { ...textFlags, client_highlight: flag }
const style = z.strictObject(textFlags).optional()
const shownStyle = z.strictObject(shownFlags).optional()
const mentionStyle = z.strictObject({ ...shownFlags, unlink: flag }).optional()

const border = z.literal([0, 1]).optional()

export const textElement = z.object({ type: z.literal('text'), text: text(), style })
export const linkElement = z.object({
  type: z.literal('link'),
  url: url(),
  text: text().optional(),
  unsafe: z.boolean().optional(),
  style,
})
export const userElement = z.object({ type: z.literal('user'), user_id: text(), style: mentionStyle })
export const usergroupElement = z.object({ type: z.literal('usergroup'), usergroup_id: text(), style: mentionStyle })
export const channelElement = z.object({ type: z.literal('channel'), channel_id: text(), style: mentionStyle })
export const broadcastElement = z.object({
  type: z.literal('broadcast'),
  range: z.enum(['here', 'channel', 'everyone']),
  style,
})
export const colorElement = z.object({
  type: z.literal('color'),
  value: z.string().regex(/^(#[0-9a-f]{3,4}|#?[0-9a-f]{6}|#[0-9a-f]{8})$/i, 'must be a valid hex color'),
  style: shownStyle,
})
export const dateElement = z.object({
  type: z.literal('date'),
  timestamp: integer(),
  format: text(),
  url: url().optional(),
  fallback: z.string().optional(),
  timezone: z.string().optional(),
  style: shownStyle,
})
export const emojiElement = z.object({
  type: z.literal('emoji'),
  name: text(),
  unicode: z.string().optional(),
  skin_tone: integer().min(1).max(6).optional(),
  url: z.string().optional(),
  style,
})

// Elements newer than the nine are accepted unchanged, and shown by one of these fields.
export const otherElement = z.object({
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
  text: z.string().optional(),
  url: z.string().optional(),
  fallback: z.string().optional(),
  name: z.string().optional(),
  style: mentionStyle,
})

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

export const section = z.object({ type: z.literal('rich_text_section'), elements: z.array(inline) })
export const list = z.object({
  type: z.literal('rich_text_list'),
  style: z.enum(['bullet', 'ordered']),
  elements: z.array(z.discriminatedUnion('type', [section])),
  indent: integer().min(0).max(8).optional(),
  offset: integer().min(0).optional(),
  border,
})
export const preformatted = z.object({
  type: z.literal('rich_text_preformatted'),
  elements: z.array(inline),
  border,
  language: z.string().optional(),
})
export const quote = z.object({ type: z.literal('rich_text_quote'), elements: z.array(inline), border })

export const subElement = z.discriminatedUnion('type', [section, list, preformatted, quote])
