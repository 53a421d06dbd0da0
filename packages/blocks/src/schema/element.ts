import { z } from 'zod'
import { arrayOf } from './arrayOf.ts'
import {
  confirm,
  conversationFilter,
  dispatchActionConfig,
  option,
  optionGroup,
  plainOption,
  slackFile,
  workflow,
} from './composition.ts'
import { fieldsByType } from './fieldsByType.ts'
import { checkNumbers, isDate, isTime } from './forms.ts'
import { requireExactlyOneOf, requireField } from './requireOneOf.ts'
import { subElement } from './richText.ts'
import { id, textUpTo, integer, plainText, text, textObject } from './text.ts'

const actionId = text(255).optional()
const inputFields = { action_id: actionId, focus_on_load: z.boolean().optional() }
const interactiveFields = { ...inputFields, confirm }
const placeholder = plainText(150).optional()
export const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(75),
  action_id: actionId,
  value: textUpTo(2000).optional(),
  url: textUpTo(3000).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  confirm,
  accessibility_label: textUpTo(75).optional(),
})
export const workflowButton = z.strictObject({
  type: z.literal('workflow_button'),
  text: plainText(75),
  workflow,
  action_id: actionId,
  style: z.enum(['primary', 'danger']).optional(),
  confirm,
  accessibility_label: textUpTo(75).optional(),
})
export const imageElement = z
  .strictObject({
    type: z.literal('image'),
    alt_text: text(2000),
    image_url: textUpTo(3000).optional(),
    slack_file: slackFile.optional(),
  })
  .check(requireExactlyOneOf('image_url', 'slack_file'))
export const overflow = z.strictObject({
  type: z.literal('overflow'),
  options: arrayOf(plainOption.extend({ url: textUpTo(3000).optional() }))
    .min(1)
    .max(5),
  action_id: actionId,
  confirm,
})
export const choices = z
  .strictObject({
    type: z.literal(['radio_buttons', 'checkboxes']),
    options: arrayOf(option).min(1).max(10),
    initial_option: option.optional(),
    initial_options: arrayOf(option).optional(),
    ...interactiveFields,
  })
  .check(
    fieldsByType('options action_id focus_on_load confirm', {
      radio_buttons: 'initial_option',
      checkboxes: 'initial_options',
    }),
  )
export const select = z
  .strictObject({
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
    options: arrayOf(plainOption).min(1).max(100).optional(),
    option_groups: arrayOf(optionGroup).min(1).max(100).optional(),
    initial_option: plainOption.optional(),
    initial_options: arrayOf(plainOption).optional(),
    initial_user: id('user').optional(),
    initial_users: arrayOf(id('user')).optional(),
    initial_channel: id('channel').optional(),
    initial_channels: arrayOf(id('channel')).optional(),
    initial_conversation: z.string().optional(),
    initial_conversations: arrayOf(z.string()).optional(),
    default_to_current_conversation: z.boolean().optional(),
    filter: conversationFilter.optional(),
    min_query_length: integer().min(0).optional(),
    max_selected_items: integer().min(1).optional(),
    response_url_enabled: z.boolean().optional(),
    ...interactiveFields,
  })
  .check(
    fieldsByType('placeholder action_id focus_on_load confirm', {
      static_select: 'options option_groups initial_option',
      external_select: 'initial_option min_query_length',
      users_select: 'initial_user',
      conversations_select: 'initial_conversation default_to_current_conversation filter response_url_enabled',
      channels_select: 'initial_channel response_url_enabled',
      multi_static_select: 'options option_groups initial_options max_selected_items',
      multi_external_select: 'initial_options min_query_length max_selected_items',
      multi_users_select: 'initial_users max_selected_items',
      multi_conversations_select: 'initial_conversations default_to_current_conversation filter max_selected_items',
      multi_channels_select: 'initial_channels max_selected_items',
    }),
    (ctx) => {
      const { type } = ctx.value
      if (type === 'static_select' || type === 'multi_static_select')
        requireExactlyOneOf('options', 'option_groups')(ctx)
    },
  )

const pickerOf = <T extends string>(types: T[]) =>
  z
    .strictObject({
      type: z.literal(types),
      placeholder,
      initial_date: z.string().refine(isDate, 'must be a valid date of the form YYYY-MM-DD').optional(),
      initial_time: z.string().refine(isTime, 'must be a valid time of the form HH:mm').optional(),
      initial_date_time: integer().min(0).max(9_999_999_999).optional(),
      timezone: z.string().optional(),
      ...interactiveFields,
    })
    .check(
      fieldsByType('action_id focus_on_load confirm', {
        datepicker: 'placeholder initial_date',
        timepicker: 'placeholder initial_time timezone',
        datetimepicker: 'initial_date_time',
      }),
    )
export const picker = pickerOf(['datepicker', 'timepicker', 'datetimepicker'])

export const textField = z
  .strictObject({
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
    filetypes: arrayOf(text()).min(1).optional(),
    max_files: integer().min(1).max(10).optional(),
    dispatch_action_config: dispatchActionConfig,
    ...inputFields,
  })
  .check(
    fieldsByType('action_id', {
      plain_text_input:
        'placeholder initial_value multiline min_length max_length min_lines max_lines dispatch_action_config focus_on_load',
      email_text_input: 'placeholder initial_value dispatch_action_config focus_on_load',
      url_text_input: 'placeholder initial_value dispatch_action_config focus_on_load',
      number_input:
        'placeholder initial_value is_decimal_allowed min_value max_value dispatch_action_config focus_on_load',
      file_input: 'filetypes max_files',
    }),
    checkNumbers,
  )
export const richTextInput = z
  .strictObject({
    type: z.literal('rich_text_input'),
    placeholder,
    initial_value: z
      .strictObject({ type: z.literal('rich_text'), block_id: text(255).optional(), elements: arrayOf(subElement) })
      .optional(),
    min_lines: integer().min(1).max(100).optional(),
    max_lines: integer().min(1).max(100).optional(),
    dispatch_action_config: dispatchActionConfig,
    ...inputFields,
  })
  .check(requireField('action_id'))

const feedbackButton = z.strictObject({
  text: plainText(75),
  value: text(2000),
  accessibility_label: textUpTo(75).optional(),
})
export const feedbackButtons = z.strictObject({
  type: z.literal('feedback_buttons'),
  action_id: actionId,
  positive_button: feedbackButton,
  negative_button: feedbackButton,
})
export const iconButton = z.strictObject({
  type: z.literal('icon_button'),
  icon: text(),
  text: plainText(75),
  action_id: actionId,
  value: textUpTo(2000).optional(),
  confirm,
  accessibility_label: textUpTo(75).optional(),
  visible_to_user_ids: arrayOf(id('user')).optional(),
})

// The elements that each block may hold. `check/surfaces` says which of them may be on which surface.
export const accessory = z.discriminatedUnion('type', [
  button,
  workflowButton,
  imageElement,
  overflow,
  choices,
  select,
  pickerOf(['datepicker', 'timepicker']),
])
export const actionElement = z.discriminatedUnion('type', [
  button,
  workflowButton,
  overflow,
  choices,
  select,
  picker,
  richTextInput,
])
export const inputElement = z.discriminatedUnion('type', [choices, select, picker, textField, richTextInput])
export const contextElement = z.discriminatedUnion('type', [imageElement, ...textObject().options])
export const contextAction = z.discriminatedUnion('type', [feedbackButtons, iconButton])
