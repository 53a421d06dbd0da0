import type { ActionElement, ActionsBlock, Button, ContextActionsBlock, InputBlock } from '#block'
import { safeHref } from '#links'
import { type Attributes, type Drawn, element, type Source } from './tree.ts'

/** What only the app could answer stands still here: a renderer that can ask it draws the part in its own way. */
const idle = { type: 'button', disabled: true, title: 'Not available here' } as const

export function drawActions(block: ActionsBlock): Drawn {
  return element('div', { part: 'actions', of: block }, block.elements.map(drawAction))
}

export function drawContextActions(block: ContextActionsBlock): Drawn {
  return element(
    'div',
    { part: 'actions', of: block },
    block.elements.map((item) => {
      if (item.type === 'icon_button') return button(item, item.text.text, item.accessibility_label)
      const two = [item.positive_button, item.negative_button]
      return element(
        'span',
        { part: 'feedback', of: item },
        two.map(({ text, accessibility_label }) => button(undefined, text.text, accessibility_label)),
      )
    }),
  )
}

export function drawAction(action: ActionElement): Drawn {
  if (action.type === 'button') return drawButton(action)
  if (action.type === 'workflow_button')
    return button(action, action.text.text, action.accessibility_label, action.style)
  return drawField(action, placeholderOf(action) ?? nameOf(action))
}

export function drawButton(action: Button): Drawn {
  const { text, accessibility_label: label, style, url } = action
  const href = url === undefined ? undefined : safeHref(url)
  if (href === undefined) return button(action, text.text, label, style)
  return element(
    'a',
    { part: 'action', href, target: '_blank', rel: 'noopener noreferrer', of: action, ...look(label, style) },
    text.text,
  )
}

/** A field with its label, which cannot be filled in here. */
export function drawInput(block: InputBlock): Drawn {
  const { label, hint, element: field, optional } = block
  const name = [label.text, optional ? ' (optional)' : '']
  const control =
    'options' in field && (field.type === 'radio_buttons' || field.type === 'checkboxes')
      ? element('fieldset', { disabled: true }, element('legend', {}, ...name), drawChoices(field))
      : element('label', {}, element('span', {}, ...name), drawField(field, undefined))
  return element('div', { part: 'input', of: block }, control, hint && element('p', { part: 'hint' }, hint.text))
}

function button(of: Source | undefined, text: string, label?: string, style?: string): Drawn {
  return element('button', { part: 'action', ...(of ? { of } : {}), ...idle, ...look(label, style) }, text)
}

function look(label: string | undefined, style: string | undefined): Attributes {
  return { ...(label ? { 'aria-label': label } : {}), ...(style ? { 'data-style': style } : {}) }
}

type Field = Exclude<ActionElement, Button | { type: 'workflow_button' }>

const inputs: Partial<Record<Field['type'], NonNullable<Attributes['type']>>> = {
  datepicker: 'date',
  timepicker: 'time',
  datetimepicker: 'datetime-local',
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'number',
  file_input: 'file',
  plain_text_input: 'text',
}

function drawField(field: Field, name: string | undefined): Drawn {
  const placeholder = placeholderOf(field)
  const label = name === undefined ? {} : { 'aria-label': name }
  const type = inputs[field.type]
  const still = { part: 'control', of: field, disabled: true, ...label } as const
  if (type) return element('input', { type, ...still, ...(placeholder ? { placeholder } : {}) })
  if (field.type === 'rich_text_input')
    return element('textarea', { ...still, ...(placeholder ? { placeholder } : {}) })
  if (field.type === 'radio_buttons' || field.type === 'checkboxes')
    return element('fieldset', still, drawChoices(field))
  const options = 'options' in field ? (field.options ?? []) : []
  return element(
    'select',
    still,
    element('option', {}, placeholder ?? 'Choose'),
    options.map((option) => element('option', {}, option.text.text)),
  )
}

function drawChoices({ type, options }: Extract<Field, { type: 'radio_buttons' | 'checkboxes' }>): Drawn[] {
  return options.map((option) =>
    element(
      'label',
      {},
      element('input', { type: type === 'checkboxes' ? 'checkbox' : 'radio' }),
      ` ${option.text.text}`,
    ),
  )
}

function placeholderOf(field: Field): string | undefined {
  return 'placeholder' in field ? field.placeholder?.text : undefined
}

function nameOf({ type }: Field): string {
  return type === 'overflow' ? 'More' : 'Choose'
}
