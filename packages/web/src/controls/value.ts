import type { Chosen } from 'rivulet/interactions'
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
} from '@rivulet/blocks/block'

/** What somebody has put into a control, or what an app has put there for them. */
export type Value =
  | { kind: 'text'; text: string }
  /** Of rich text the words as they are written, or untouched what the app gave. */
  | { kind: 'rich'; text: string; given?: RichTextBlock | undefined }
  | { kind: 'options'; options: readonly SelectOption[] }
  | { kind: 'ids'; ids: readonly string[] }
  /** `YYYY-MM-DD` or `HH:mm`; empty where nothing is chosen. */
  | { kind: 'day' | 'time'; text: string }
  /** Unix seconds. */
  | { kind: 'moment'; at: number | undefined }
  /** What the server calls the files that are there; `unready`: others are not. */
  | { kind: 'files'; files: readonly string[]; unready: 'sending' | 'failed' | undefined }
  /** Of a button, or which of two was pressed. */
  | { kind: 'press'; value: string | undefined }

export type Element = ActionElement | FeedbackButtons | IconButton
/** An element that keeps what was put into it. */
export type Field = Choices | Select | Picker | TextField | RichTextField

export function isField(element: Element): element is Field {
  return !['button', 'workflow_button', 'overflow', 'feedback_buttons', 'icon_button'].includes(element.type)
}

export function isMulti(element: { type: string }): boolean {
  return element.type === 'checkboxes' || element.type.startsWith('multi_')
}

/** What stands in a field before anybody touches it. `here`: the conversation in which it stands. */
export function initialOf(element: Field, here?: string): Value {
  switch (element.type) {
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
      return { kind: 'text', text: element.initial_value ?? '' }
    case 'file_input':
      return { kind: 'files', files: [], unready: undefined }
    case 'rich_text_input':
      return { kind: 'rich', text: '', given: element.initial_value }
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
      const given = element.initial_conversations ?? asList(element.initial_conversation)
      return { kind: 'ids', ids: given.length === 0 && element.default_to_current_conversation ? asList(here) : given }
    }
  }
}

export function isEmpty(value: Value): boolean {
  switch (value.kind) {
    case 'rich':
      return value.text.trim() === '' && value.given === undefined
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

/** As the server is told it. Undefined: as the app gave it. */
export function chosenOf(value: Value, element: { type: string }): Chosen | undefined {
  switch (value.kind) {
    case 'rich':
      return value.given ? undefined : value.text
    case 'options': {
      const chosen = value.options.map((option) => option.value ?? '')
      return isMulti(element) ? chosen : (chosen[0] ?? null)
    }
    case 'ids':
      return isMulti(element) ? value.ids : (value.ids[0] ?? null)
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

function asList<T>(one: T | undefined): T[] {
  return one === undefined ? [] : [one]
}
