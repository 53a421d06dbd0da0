import { z } from 'zod'
import { arrayOf } from './arrayOf.ts'
import { chart } from './chart.ts'
import { slackFile } from './composition.ts'
import { accessory, actionElement, button, contextAction, contextElement, inputElement } from './element.ts'
import { iconNames } from './iconNames.ts'
import { requireExactlyOneOf, requireOneOf } from './requireOneOf.ts'
import { subElement } from './richText.ts'
import { limitCellText, requireHeaderColumn, requireHeaderRow } from './tableChecks.ts'
import { httpsUrl, textUpTo, integer, plainText, text, textObject, url, urlSource } from './text.ts'

const blockId = text(255).optional()
export const status = z.enum(['pending', 'in_progress', 'complete', 'error'])

export const richText = z.strictObject({
  type: z.literal('rich_text'),
  block_id: blockId,
  elements: arrayOf(subElement),
})
export const section = z
  .strictObject({
    type: z.literal('section'),
    block_id: blockId,
    text: textObject(3000).optional(),
    fields: arrayOf(textObject(2000)).min(1).max(10).optional(),
    accessory: accessory.optional(),
    expand: z.boolean().optional(),
  })
  .check(requireOneOf('text', 'fields'))
export const header = z.strictObject({
  type: z.literal('header'),
  block_id: blockId,
  text: plainText(150),
  level: integer().min(1).max(4).optional(),
})
export const divider = z.strictObject({ type: z.literal('divider'), block_id: blockId })
export const context = z.strictObject({
  type: z.literal('context'),
  block_id: blockId,
  elements: arrayOf(contextElement).min(1).max(10),
})
export const image = z
  .strictObject({
    type: z.literal('image'),
    block_id: blockId,
    alt_text: text(2000),
    image_url: url().optional(),
    slack_file: slackFile.optional(),
    title: plainText(2000).optional(),
  })
  .check(requireExactlyOneOf('image_url', 'slack_file'))
export const actions = z.strictObject({
  type: z.literal('actions'),
  block_id: blockId,
  elements: arrayOf(actionElement).min(1).max(25),
})
// All markdown blocks of a message have a limit together: `check/messageLimits`.
export const markdown = z.strictObject({ type: z.literal('markdown'), block_id: blockId, text: text() })

export const rawText = z.strictObject({ type: z.literal('raw_text'), text: text() })
export const rawNumber = z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: text() })
export const cell = z.discriminatedUnion('type', [rawText, rawNumber, richText])
const columnSetting = z.strictObject({
  align: z.enum(['left', 'center', 'right']).optional(),
  is_wrapped: z.boolean().optional(),
})
export const table = z
  .strictObject({
    type: z.literal('table'),
    block_id: blockId,
    rows: arrayOf(arrayOf(cell).max(20)).max(100),
    column_settings: arrayOf(columnSetting.nullable()).max(20).optional(),
  })
  .check(limitCellText(10_000))
export const dataTable = z
  .strictObject({
    type: z.literal('data_table'),
    block_id: blockId,
    caption: text(),
    rows: arrayOf(arrayOf(cell).min(1).max(20)).min(2).max(201),
    page_size: integer().min(1).max(100).optional(),
    row_header_column_index: integer().min(0).optional(),
  })
  .check(requireHeaderRow, requireHeaderColumn, limitCellText(20_000))

const slackIcon = z.strictObject({ type: z.literal('icon'), name: z.enum(iconNames) })
const task = {
  block_id: blockId,
  task_id: text(255),
  title: text(),
  status: status.optional(),
  details: richText.optional(),
  output: richText.optional(),
  sources: arrayOf(urlSource).optional(),
  icon: slackIcon.optional(),
  hide_title: z.boolean().optional(),
}
export const taskCard = z.strictObject({ type: z.literal('task_card'), ...task })
export const planTask = z.strictObject({ type: z.literal('task_card').optional(), ...task })
export const plan = z.strictObject({
  type: z.literal('plan'),
  block_id: blockId,
  title: text(),
  // Accepted without effect: the state of a plan is that of its tasks.
  status: z.unknown().optional(),
  tasks: arrayOf(planTask).optional(),
})

export const contextActions = z.strictObject({
  type: z.literal('context_actions'),
  block_id: blockId,
  elements: arrayOf(contextAction).min(1).max(5),
})
export const video = z.strictObject({
  type: z.literal('video'),
  block_id: blockId,
  alt_text: text(),
  title: plainText(199),
  thumbnail_url: url(),
  video_url: httpsUrl(),
  title_url: httpsUrl().optional(),
  description: plainText(199).optional(),
  author_name: textUpTo(49).optional(),
  provider_name: z.string().optional(),
  provider_icon_url: url().optional(),
})
export const file = z.strictObject({
  type: z.literal('file'),
  block_id: blockId,
  external_id: text(),
  source: z.literal('remote'),
})
export const input = z
  .strictObject({
    type: z.literal('input'),
    block_id: blockId,
    label: plainText(2000),
    element: inputElement,
    hint: plainText(2000).optional(),
    optional: z.boolean().optional(),
    dispatch_action: z.boolean().optional(),
  })
  .refine(({ element, dispatch_action }) => !(dispatch_action && element.type === 'file_input'), {
    message: 'cannot use `dispatch_action` with a `file_input`',
    path: ['dispatch_action'],
  })
export const alert = z.strictObject({
  type: z.literal('alert'),
  block_id: blockId,
  text: textObject(200),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
})

const picture = z
  .strictObject({
    type: z.literal('image').optional(),
    image_url: url().optional(),
    slack_file: slackFile.optional(),
    alt_text: textUpTo(2000).optional(),
  })
  .check(requireExactlyOneOf('image_url', 'slack_file'))
export const card = z
  .strictObject({
    type: z.literal('card'),
    block_id: blockId,
    hero_image: picture.optional(),
    icon: picture.optional(),
    slack_icon: slackIcon.optional(),
    title: textObject(150).optional(),
    subtitle: textObject(150).optional(),
    body: textObject(200).optional(),
    subtext: textObject(200).optional(),
    actions: arrayOf(button).max(3).optional(),
  })
  .check(requireOneOf('hero_image', 'title', 'actions', 'body'))
export const carousel = z.strictObject({
  type: z.literal('carousel'),
  block_id: blockId,
  elements: arrayOf(z.discriminatedUnion('type', [card]))
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
  .strictObject({
    type: z.literal('container'),
    block_id: blockId,
    child_blocks: arrayOf(containerChild).min(1).max(10),
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
  .refine(({ default_collapsed, is_collapsible }) => !default_collapsed || is_collapsible, {
    message: 'must define `is_collapsible` to use `default_collapsed`',
    path: ['default_collapsed'],
  })

export const dataVisualization = z.strictObject({
  type: z.literal('data_visualization'),
  block_id: blockId,
  title: text(50),
  chart,
})

// These blocks are known by name only. They are accepted unchanged, with any field, and not drawn.
export const unsupported = z.object({ type: z.literal(['call', 'share_shortcut']), block_id: blockId })

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
  dataVisualization,
  unsupported,
])
