import { z } from 'zod'
import { requireOneOf } from './requireOneOf.ts'
import { accessory, actionElement, button, contextAction, contextElement, inputElement } from './element.ts'
import { subElement } from './richText.ts'
import { limitCellText, requireHeaderRow } from './tableChecks.ts'
import { textUpTo, integer, plainText, text, textObject, url, urlSource } from './text.ts'

const blockId = text(255).optional()
export const status = z.enum(['pending', 'in_progress', 'complete', 'error'])

export const richText = z.object({
  type: z.literal('rich_text'),
  block_id: blockId,
  elements: z.array(subElement),
})
export const section = z
  .object({
    type: z.literal('section'),
    block_id: blockId,
    text: textObject(3000).optional(),
    fields: z.array(textObject(2000)).min(1).max(10).optional(),
    accessory: accessory.optional(),
    expand: z.boolean().optional(),
  })
  .check(requireOneOf('text', 'fields'))
export const header = z.object({
  type: z.literal('header'),
  block_id: blockId,
  text: plainText(150),
  level: integer().min(1).max(4).optional(),
})
export const divider = z.object({ type: z.literal('divider'), block_id: blockId })
export const context = z.object({
  type: z.literal('context'),
  block_id: blockId,
  elements: z.array(contextElement).min(1).max(10),
})
export const image = z
  .object({
    type: z.literal('image'),
    block_id: blockId,
    alt_text: text(2000),
    image_url: url().optional(),
    slack_file: z.object({ id: z.string().optional(), url: z.string().optional() }).optional(),
    title: plainText(2000).optional(),
  })
  .check(requireOneOf('image_url', 'slack_file'))
export const actions = z.object({
  type: z.literal('actions'),
  block_id: blockId,
  elements: z.array(actionElement).min(1).max(25),
})
export const markdown = z.object({ type: z.literal('markdown'), block_id: blockId, text: text(12_000) })

export const rawText = z.object({ type: z.literal('raw_text'), text: text() })
export const rawNumber = z.object({ type: z.literal('raw_number'), value: z.number(), text: text() })
export const cell = z.discriminatedUnion('type', [rawText, rawNumber, richText])
const columnSetting = z.object({
  align: z.enum(['left', 'center', 'right']).optional(),
  is_wrapped: z.boolean().optional(),
})
export const table = z
  .object({
    type: z.literal('table'),
    block_id: blockId,
    rows: z.array(z.array(cell).max(20)).max(100),
    column_settings: z.array(columnSetting.nullable()).max(20).optional(),
  })
  .check(limitCellText(10_000))
export const dataTable = z
  .object({
    type: z.literal('data_table'),
    block_id: blockId,
    caption: text(),
    rows: z.array(z.array(cell).min(1).max(20)).min(2).max(201),
    page_size: integer().min(1).max(100).optional(),
    row_header_column_index: integer().min(0).optional(),
  })
  .check(requireHeaderRow, limitCellText(20_000))

const task = {
  block_id: blockId,
  task_id: text(255),
  title: text(),
  status: status.optional(),
  details: richText.optional(),
  output: richText.optional(),
  sources: z.array(urlSource).optional(),
}
export const taskCard = z.object({ type: z.literal('task_card'), ...task })
export const planTask = z.object({ type: z.literal('task_card').optional(), ...task })
export const plan = z.object({
  type: z.literal('plan'),
  block_id: blockId,
  title: text(),
  tasks: z.array(planTask).optional(),
})

export const contextActions = z.object({
  type: z.literal('context_actions'),
  block_id: blockId,
  elements: z.array(contextAction).min(1).max(5),
})
export const video = z.object({
  type: z.literal('video'),
  block_id: blockId,
  alt_text: text(),
  title: plainText(199),
  thumbnail_url: url(),
  video_url: url(),
  title_url: url().optional(),
  description: plainText(199).optional(),
  author_name: textUpTo(49).optional(),
  provider_name: z.string().optional(),
  provider_icon_url: url().optional(),
})
export const file = z.object({
  type: z.literal('file'),
  block_id: blockId,
  external_id: text(),
  source: z.literal('remote'),
})
export const input = z.object({
  type: z.literal('input'),
  block_id: blockId,
  label: plainText(2000),
  element: inputElement,
  hint: plainText(2000).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
})
export const alert = z.object({
  type: z.literal('alert'),
  block_id: blockId,
  text: textObject(200),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
})

const picture = z.object({ image_url: url().optional(), alt_text: z.string().optional() })
export const card = z
  .object({
    type: z.literal('card'),
    block_id: blockId,
    hero_image: picture.optional(),
    icon: picture.optional(),
    slack_icon: z.object({ type: z.literal('icon'), name: text() }).optional(),
    title: textObject(150).optional(),
    subtitle: textObject(150).optional(),
    body: textObject(200).optional(),
    subtext: textObject(200).optional(),
    actions: z.array(button).max(3).optional(),
  })
  .check(requireOneOf('hero_image', 'title', 'actions', 'body'))
export const carousel = z.object({
  type: z.literal('carousel'),
  block_id: blockId,
  elements: z
    .array(z.discriminatedUnion('type', [card]))
    .min(1)
    .max(10),
})

export const containerChild = z.discriminatedUnion('type', [
  actions,
  context,
  divider,
  file,
  header,
  image,
  input,
  richText,
  section,
  table,
  video,
])
export const container = z
  .object({
    type: z.literal('container'),
    block_id: blockId,
    child_blocks: z.array(containerChild).min(1).max(10),
    title: plainText(150).optional(),
    rich_text_title: richText.optional(),
    subtitle: textObject(150).optional(),
    icon: picture.optional(),
    width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
    is_collapsible: z.boolean().optional(),
    default_collapsed: z.boolean().optional(),
    has_header_divider: z.boolean().optional(),
  })
  .check(requireOneOf('title', 'rich_text_title'))

// These blocks are known by name only. They are accepted unchanged and not drawn.
export const unsupported = z.object({
  type: z.literal(['data_visualization', 'call', 'share_shortcut']),
  block_id: blockId,
})

export const block = z.discriminatedUnion('type', [
  richText,
  section,
  header,
  divider,
  context,
  image,
  actions,
  markdown,
  table,
  taskCard,
  plan,
  contextActions,
  video,
  file,
  input,
  alert,
  card,
  carousel,
  container,
  dataTable,
  unsupported,
])
