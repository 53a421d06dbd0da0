import type { FieldValue } from 'rivulet/interactions'
import type {
  ActionElement,
  Choices,
  FeedbackButtons,
  IconButton,
  Picker,
  RichTextBlock,
  RichTextField,
  Select,
  SelectOption,
  TextField,
} from '@rivulet/blocks/types'

/** The value of a control: what a person entered, or what the app set at first. */
export type ControlValue =
  | { kind: 'text'; text: string }
  /** Markdown that the person wrote, or the app's `initial` value that nobody has changed. */
  | { kind: 'rich'; text: string; initial?: RichTextBlock | undefined }
  | { kind: 'options'; options: readonly SelectOption[] }
  | { kind: 'ids'; ids: readonly string[] }
  /** `YYYY-MM-DD` or `HH:mm`; empty when nothing is chosen. */
  | { kind: 'day' | 'time'; text: string }
  /** Unix seconds. */
  | { kind: 'moment'; at: number | undefined }
  /** The ids of uploaded files; `unready` when other files are being uploaded or have failed. */
  | { kind: 'files'; files: readonly string[]; unready: 'sending' | 'failed' | undefined }
  /** The value of the button that was pressed. */
  | { kind: 'press'; value: string | undefined }

export type InteractiveElement = ActionElement | FeedbackButtons | IconButton
/** An element that holds a value. */
export type FieldElement = Choices | Select | Picker | TextField | RichTextField

export function isField(element: InteractiveElement): element is FieldElement {
  return !['button', 'workflow_button', 'overflow', 'feedback_buttons', 'icon_button'].includes(element.type)
}

export function isMultiple(element: { type: string }): boolean {
  return element.type === 'checkboxes' || element.type.startsWith('multi_')
}

/** The value of a field before a person changes it. `currentChannel` is the channel that shows the field. */
export function initialValueOf(element: FieldElement, currentChannel?: string): ControlValue {
  switch (element.type) {
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
      return { kind: 'text', text: element.initial_value ?? '' }
    case 'file_input':
      return { kind: 'files', files: [], unready: undefined }
    case 'rich_text_input':
      return { kind: 'rich', text: '', initial: element.initial_value }
    case 'datepicker':
      return { kind: 'day', text: element.initial_date ?? '' }
    case 'timepicker':
      return { kind: 'time', text: element.initial_time ?? '' }
    case 'datetimepicker':
      return { kind: 'moment', at: element.initial_date_time }
    case 'checkboxes':
    case 'radio_buttons':
    case 'static_select':
    case 'external_select':
    case 'multi_static_select':
    case 'multi_external_select':
      return { kind: 'options', options: element.initial_options ?? asList(element.initial_option) }
    case 'users_select':
    case 'multi_users_select':
      return { kind: 'ids', ids: element.initial_users ?? asList(element.initial_user) }
    case 'channels_select':
    case 'multi_channels_select':
      return { kind: 'ids', ids: element.initial_channels ?? asList(element.initial_channel) }
    case 'conversations_select':
    case 'multi_conversations_select': {
      const initial = element.initial_conversations ?? asList(element.initial_conversation)
      const useCurrent = initial.length === 0 && element.default_to_current_conversation
      return { kind: 'ids', ids: useCurrent ? asList(currentChannel) : initial }
    }
  }
}

export function isEmpty(value: ControlValue): boolean {
  switch (value.kind) {
    case 'rich':
      return value.text.trim() === '' && value.initial === undefined
    case 'options':
      return value.options.length === 0
    case 'ids':
      return value.ids.length === 0
    case 'moment':
      return value.at === undefined
    case 'files':
      return value.files.length === 0 && !value.unready
    case 'press':
      return value.value === undefined
    default:
      return value.text.trim() === ''
  }
}

/** The value in the form that the server takes; undefined for rich text that the person has not changed. */
export function toFieldValue(value: ControlValue, element: { type: string }): FieldValue | undefined {
  switch (value.kind) {
    case 'rich':
      return value.initial ? undefined : value.text
    case 'options': {
      const chosen = value.options.map((option) => option.value ?? '')
      return isMultiple(element) ? chosen : (chosen[0] ?? null)
    }
    case 'ids':
      return isMultiple(element) ? value.ids : (value.ids[0] ?? null)
    case 'moment':
      return value.at ?? null
    case 'files':
      return value.files
    case 'press':
      return value.value ?? null
    default:
      return value.text === '' ? null : value.text
  }
}

function asList<T>(item: T | undefined): T[] {
  return item === undefined ? [] : [item]
}
