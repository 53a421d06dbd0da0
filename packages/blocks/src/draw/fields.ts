import type { ActionElement, Choices, Picker, RichTextInline, Select, SelectOption, TextField } from '#types'
import { drawPlainText } from './emoji.ts'
import { inlineText } from './inline.ts'
import { drawLink } from './link.ts'
import { drawRichText } from './richText.ts'
import { drawText } from './text.ts'
import { type DrawnNode, element } from './tree.ts'
import type { Viewer } from './viewer.ts'

type Field = Exclude<ActionElement, { type: 'button' | 'workflow_button' }>
type Initial = Partial<
  Pick<Select, 'initial_user' | 'initial_users' | 'initial_channel' | 'initial_channels'> &
    Pick<Select, 'initial_conversation' | 'initial_conversations'> &
    Pick<Picker, 'initial_date' | 'initial_time' | 'initial_date_time' | 'timezone'> &
    Pick<TextField, 'initial_value'>
>
type Option = SelectOption & { url?: string | undefined }

/** Draws a field with its initial value or its placeholder. Options are in a `details` element, which opens without a script. */
export function drawField(field: Field, viewer: Viewer): DrawnNode {
  const isChosen = (option: Option) => initialOptionsOf(field).some((initial) => isSameOption(initial, option))
  if (field.type === 'radio_buttons' || field.type === 'checkboxes') return drawChoices(field, isChosen, viewer)
  const value = drawValue(field, viewer)
  const status = value.length > 0 ? 'filled' : undefined
  const attributes = { part: 'control', source: field, 'data-status': status } as const
  const shown =
    value.length > 0
      ? value
      : 'placeholder' in field && field.placeholder
        ? drawText(field.placeholder, viewer)
        : [defaultPlaceholder(field)]
  const groups = optionGroupsOf(field).flatMap(({ label, options }) => {
    const items = options.map((option) => {
      const words = drawOption(option, viewer)
      return element('li', { dir: 'auto' }, isChosen(option) ? element('strong', {}, words) : words)
    })
    return [
      ...(label ? [element('p', { part: 'hint', dir: 'auto' }, drawPlainText(label.text, viewer))] : []),
      element('ul', {}, items),
    ]
  })
  if (groups.length === 0) return element('div', attributes, shown)
  return element('details', attributes, element('summary', {}, element('span', { dir: 'auto' }, shown)), groups)
}

function drawChoices(field: Choices, isChosen: (option: Option) => boolean, viewer: Viewer): DrawnNode {
  const type = field.type === 'checkboxes' ? 'checkbox' : 'radio'
  const choices = field.options.map((option) => {
    const checked = isChosen(option) || undefined
    return element(
      'label',
      {},
      element('input', { type, checked }),
      element('div', { dir: 'auto' }, drawOption(option, viewer)),
    )
  })
  return element('fieldset', { part: 'control', source: field, disabled: true, 'aria-label': 'Choose' }, choices)
}

function drawOption({ text, description, url }: Option, viewer: Viewer): DrawnNode[] {
  const words = url === undefined ? drawText(text, viewer) : drawLink({ type: 'link', url, text: text.text })
  return description ? [...words, element('div', { part: 'quiet' }, drawText(description, viewer))] : [...words]
}

function optionGroupsOf(field: Field): readonly { label?: { text: string }; options: readonly Option[] }[] {
  if ('option_groups' in field && field.option_groups) return field.option_groups
  return 'options' in field && field.options ? [{ options: field.options }] : []
}

/** The text of an empty field that has no placeholder. */
function defaultPlaceholder({ type }: Field): string {
  if (type === 'overflow') return 'More'
  return type === 'number_input' || type.endsWith('text_input') ? '' : 'Choose'
}

function initialOptionsOf(field: Field): readonly SelectOption[] {
  if (!('initial_options' in field) && !('initial_option' in field)) return []
  return field.initial_options ?? toArray(field.initial_option)
}

function isSameOption(one: Option, other: Option): boolean {
  return one.value === other.value && one.text.text === other.text.text
}

function drawValue(field: Field, viewer: Viewer): DrawnNode[] {
  if (field.type === 'rich_text_input') return field.initial_value ? drawRichText(field.initial_value, viewer) : []
  const values = [
    ...initialOptionsOf(field).map(({ text }) => drawPlainText(text.text, viewer, text.type === 'plain_text')),
    ...initialInlines(field).map((inline) => [inlineText(inline, viewer)]),
  ]
  return values.flatMap((value, i) => (i === 0 ? value : [', ', ...value]))
}

/** A field's initial value, other than options, as inline elements of rich text. */
function initialInlines(field: { type: string } & Initial): RichTextInline[] {
  const { initial_users: users = toArray(field.initial_user), initial_date_time: at, timezone } = field
  const channels = field.initial_channels ?? field.initial_conversations
  const channel = field.initial_channel ?? field.initial_conversation
  const words = field.initial_value ?? field.initial_date ?? field.initial_time
  return [
    ...users.map((id) => ({ type: 'user', user_id: id }) as const),
    ...(channels ?? toArray(channel)).map((id) => ({ type: 'channel', channel_id: id }) as const),
    ...toArray(words || undefined).map((text) => ({ type: 'text', text }) as const),
    ...toArray(at).map((timestamp) => ({ type: 'date', timestamp, format: '{date_short} {time}', timezone }) as const),
  ]
}

function toArray<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value]
}
