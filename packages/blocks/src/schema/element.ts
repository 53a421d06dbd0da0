import { z } from 'zod'
import { requireOneOf } from './requireOneOf.ts'
import { subElement } from './richText.ts'
import { textUpTo, integer, plainText, text, textObject } from './text.ts'

const actionId = text(255).optional()
const confirm = z
  .object({
    title: plainText(100).optional(),
    text: textObject(300),
    confirm: plainText(30).optional(),
    deny: plainText(30).optional(),
    style: z.enum(['primary', 'danger']).optional(),
  })
  .optional()

const option = z.object({
  text: textObject(75),
  value: text(150).optional(),
  description: textObject(75).optional(),
})
const plainOption = option.extend({ text: plainText(75), description: plainText(75).optional() })
const optionGroup = z.object({ label: plainText(75), options: z.array(plainOption).max(100) })
const inputFields = { action_id: actionId, focus_on_load: z.boolean().optional() }
const interactiveFields = { ...inputFields, confirm }
const placeholder = plainText(150).optional()
const conversationFilter = z.object({
  include: z.array(z.enum(['im', 'mpim', 'private', 'public'])).optional(),
  exclude_external_shared_channels: z.boolean().optional(),
  exclude_bot_users: z.boolean().optional(),
})

export const button = z.object({
  type: z.literal('button'),
  text: plainText(75),
  action_id: actionId,
  value: textUpTo(2000).optional(),
  url: textUpTo(3000).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  confirm,
  accessibility_label: textUpTo(75).optional(),
})
export const workflowButton = z.object({
  type: z.literal('workflow_button'),
  text: plainText(75),
  workflow: z.record(z.string(), z.unknown()),
  action_id: actionId,
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: textUpTo(75).optional(),
})
export const imageElement = z
  .object({
    type: z.literal('image'),
    alt_text: text(2000),
    image_url: textUpTo(3000).optional(),
    slack_file: z.object({ id: z.string().optional(), url: z.string().optional() }).optional(),
  })
  .check(requireOneOf('image_url', 'slack_file'))
export const overflow = z.object({
  type: z.literal('overflow'),
  options: z
    .array(plainOption.extend({ url: textUpTo(3000).optional() }))
    .min(1)
    .max(5),
  ...interactiveFields,
})
export const choices = z.object({
  type: z.literal(['radio_buttons', 'checkboxes']),
  options: z.array(option).min(1).max(10),
  initial_option: option.optional(),
  initial_options: z.array(option).optional(),
  ...interactiveFields,
})
export const select = z
  .object({
    type: z.literal([
      'static_select',
      'external_select',
      'users_select',
      'conversations_select',
      'channels_select',
      'multi_static_select',
      'multi_external_select',
      'multi_users_select',
      'multi_conversations_select',
      'multi_channels_select',
    ]),
    placeholder,
    options: z.array(plainOption).min(1).max(100).optional(),
    option_groups: z.array(optionGroup).min(1).max(100).optional(),
    initial_option: plainOption.optional(),
    initial_options: z.array(plainOption).optional(),
    initial_user: z.string().optional(),
    initial_users: z.array(z.string()).optional(),
    initial_channel: z.string().optional(),
    initial_channels: z.array(z.string()).optional(),
    initial_conversation: z.string().optional(),
    initial_conversations: z.array(z.string()).optional(),
    default_to_current_conversation: z.boolean().optional(),
    filter: conversationFilter.optional(),
    min_query_length: integer().min(0).optional(),
    max_selected_items: integer().min(1).optional(),
    response_url_enabled: z.boolean().optional(),
    ...interactiveFields,
  })
  .check((ctx) => {
    const { type } = ctx.value
    if (type === 'static_select' || type === 'multi_static_select') requireOneOf('options', 'option_groups')(ctx)
  })
export const picker = z.object({
  type: z.literal(['datepicker', 'timepicker', 'datetimepicker']),
  placeholder,
  initial_date: z.string().optional(),
  initial_time: z.string().optional(),
  initial_date_time: integer().optional(),
  timezone: z.string().optional(),
  ...interactiveFields,
})
const dispatchActionConfig = z
  .object({ trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).optional() })
  .optional()
export const textField = z.object({
  type: z.literal(['plain_text_input', 'email_text_input', 'url_text_input', 'number_input', 'file_input']),
  placeholder,
  initial_value: z.string().optional(),
  multiline: z.boolean().optional(),
  min_length: integer().min(0).max(3000).optional(),
  max_length: integer().min(1).max(3000).optional(),
  is_decimal_allowed: z.boolean().optional(),
  min_value: z.string().optional(),
  max_value: z.string().optional(),
  min_lines: integer().min(1).max(100).optional(),
  max_lines: integer().min(1).max(100).optional(),
  filetypes: z.array(z.string()).optional(),
  max_files: integer().min(1).max(10).optional(),
  dispatch_action_config: dispatchActionConfig,
  ...inputFields,
})
export const richTextInput = z.object({
  type: z.literal('rich_text_input'),
  placeholder,
  initial_value: z.object({ type: z.literal('rich_text'), elements: z.array(subElement) }).optional(),
  min_lines: integer().min(1).max(100).optional(),
  max_lines: integer().min(1).max(100).optional(),
  dispatch_action_config: dispatchActionConfig,
  ...inputFields,
})

const feedbackButton = z.object({
  text: plainText(75),
  value: text(2000),
  accessibility_label: textUpTo(75).optional(),
})
export const feedbackButtons = z.object({
  type: z.literal('feedback_buttons'),
  action_id: actionId,
  positive_button: feedbackButton,
  negative_button: feedbackButton,
})
export const iconButton = z.object({
  type: z.literal('icon_button'),
  icon: text(),
  text: plainText(75),
  action_id: actionId,
  value: textUpTo(2000).optional(),
  confirm,
  accessibility_label: textUpTo(75).optional(),
  visible_to_user_ids: z.array(z.string()).optional(),
})

export const accessory = z.discriminatedUnion('type', [
  button,
  workflowButton,
  imageElement,
  overflow,
  choices,
  select,
  picker,
])
export const actionElement = z.discriminatedUnion('type', [
  button,
  workflowButton,
  overflow,
  choices,
  select,
  picker,
  textField,
  richTextInput,
])
export const inputElement = z.discriminatedUnion('type', [choices, select, picker, textField, richTextInput])
export const contextElement = z.discriminatedUnion('type', [imageElement, ...textObject().options])
export const contextAction = z.discriminatedUnion('type', [feedbackButtons, iconButton])
