import type { ActionElement, Choices, Picker, RichTextInline, Select, SelectOption, TextField } from '#block'
import { spoken } from './inline.ts'
import { drawLink } from './link.ts'
import { drawRichText } from './richText.ts'
import { drawText } from './text.ts'
import { type Drawn, element } from './tree.ts'
import type { Viewer } from './viewer.ts'

type Field = Exclude<ActionElement, { type: 'button' | 'workflow_button' }>
type Initial = Partial<
  Pick<Select, 'initial_user' | 'initial_users' | 'initial_channel' | 'initial_channels'> &
    Pick<Select, 'initial_conversation' | 'initial_conversations'> &
    Pick<Picker, 'initial_date' | 'initial_time' | 'initial_date_time' | 'timezone'> &
    Pick<TextField, 'initial_value'>
>
type Option = SelectOption & { url?: string | undefined }

/** What is chosen or written in a field, else what it asks for. What there is to choose from opens without a script. */
export function drawField(field: Field, viewer: Viewer): Drawn {
  const isChosen = (option: Option) => chosenIn(field).some((one) => isSame(one, option))
  if (field.type === 'radio_buttons' || field.type === 'checkboxes') return drawChoices(field, isChosen, viewer)
  const said = drawSaid(field, viewer)
  const still = { part: 'control', of: field, 'data-status': said.length > 0 ? 'filled' : undefined } as const
  const shown = said.length > 0 ? said : [('placeholder' in field && field.placeholder?.text) || askedBy(field)]
  const groups = groupsOf(field).flatMap(({ label, options }) => {
    const items = options.map((option) => {
      const words = drawOption(option, viewer)
      return element('li', {}, isChosen(option) ? element('strong', {}, words) : words)
    })
    return [...(label ? [element('p', { part: 'hint' }, label.text)] : []), element('ul', {}, items)]
  })
  if (groups.length === 0) return element('div', still, shown)
  return element('details', still, element('summary', {}, shown), groups)
}

function drawChoices(field: Choices, isChosen: (option: Option) => boolean, viewer: Viewer): Drawn {
  const type = field.type === 'checkboxes' ? 'checkbox' : 'radio'
  const choices = field.options.map((option) => {
    const checked = isChosen(option) || undefined
    return element('label', {}, element('input', { type, checked }), element('div', {}, drawOption(option, viewer)))
  })
  return element('fieldset', { part: 'control', of: field, disabled: true, 'aria-label': 'Choose' }, choices)
}

function drawOption({ text, description, url }: Option, viewer: Viewer): Drawn[] {
  const words = url === undefined ? drawText(text, viewer) : drawLink({ type: 'link', url, text: text.text })
  return description ? [...words, element('div', { part: 'quiet' }, drawText(description, viewer))] : [...words]
}

function groupsOf(field: Field): readonly { label?: { text: string }; options: readonly Option[] }[] {
  if ('option_groups' in field && field.option_groups) return field.option_groups
  return 'options' in field && field.options ? [{ options: field.options }] : []
}

/** What stands in a field that says nothing by itself. */
function askedBy({ type }: Field): string {
  if (type === 'overflow') return 'More'
  return type === 'number_input' || type.endsWith('text_input') ? '' : 'Choose'
}

function chosenIn(field: Field): readonly SelectOption[] {
  if (!('initial_options' in field) && !('initial_option' in field)) return []
  return field.initial_options ?? some(field.initial_option)
}

function isSame(one: Option, { value, text }: Option): boolean {
  return one.value === value && one.text.text === text.text
}

function drawSaid(field: Field, viewer: Viewer): Drawn[] {
  if (field.type === 'rich_text_input') return field.initial_value ? drawRichText(field.initial_value, viewer) : []
  const said = [
    ...chosenIn(field).map(({ text }) => text.text),
    ...inlinesOf(field).map((inline) => spoken(inline, viewer)),
  ]
  return said.length > 0 ? [said.join(', ')] : []
}

/** What a field begins with, but for options, as a rich text would say it. */
function inlinesOf(field: { type: string } & Initial): RichTextInline[] {
  const { initial_users: users = some(field.initial_user), initial_date_time: at, timezone } = field
  const channels = field.initial_channels ?? field.initial_conversations
  const channel = field.initial_channel ?? field.initial_conversation
  const words = field.initial_value ?? field.initial_date ?? field.initial_time
  return [
    ...users.map((id) => ({ type: 'user', user_id: id }) as const),
    ...(channels ?? some(channel)).map((id) => ({ type: 'channel', channel_id: id }) as const),
    ...some(words || undefined).map((text) => ({ type: 'text', text }) as const),
    ...some(at).map((timestamp) => ({ type: 'date', timestamp, format: '{date_short} {time}', timezone }) as const),
  ]
}

function some<T>(one: T | undefined): T[] {
  return one === undefined ? [] : [one]
}
