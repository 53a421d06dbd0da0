import type { ActionElement, ActionsBlock, Button, ContextActionsBlock, InputBlock } from '#block'
import { safeHref } from '#links'
import { type Attributes, type Drawn, element } from './tree.ts'

/** What only the app could answer stands still here: a renderer that can ask it draws the part in its own way. */
const idle = { type: 'button', disabled: true, title: 'Not available here' } as const

export function drawActions({ elements }: ActionsBlock): Drawn {
  return element('div', { part: 'actions' }, elements.map(drawAction))
}

export function drawContextActions({ elements }: ContextActionsBlock): Drawn {
  return element(
    'div',
    { part: 'actions' },
    elements.flatMap((item) => {
      if (item.type === 'icon_button') return [button(item.text.text, item.accessibility_label)]
      return [item.positive_button, item.negative_button].map(({ text, accessibility_label }) =>
        button(text.text, accessibility_label),
      )
    }),
  )
}

export function drawAction(action: ActionElement): Drawn {
  if (action.type === 'button') return drawButton(action)
  if (action.type === 'workflow_button') return button(action.text.text, action.accessibility_label, action.style)
  return drawField(action, placeholderOf(action) ?? nameOf(action))
}

export function drawButton(action: Button): Drawn {
  const { text, accessibility_label: label, style, url } = action
  const href = url === undefined ? undefined : safeHref(url)
  if (href === undefined) return button(text.text, label, style)
  return element(
    'a',
    { part: 'action', href, target: '_blank', rel: 'noopener noreferrer', of: action, ...look(label, style) },
    text.text,
  )
}

/** A field with its label, which cannot be filled in here. */
export function drawInput({ label, hint, element: field, optional }: InputBlock): Drawn {
  const name = [label.text, optional ? ' (optional)' : '']
  const control =
    'options' in field && (field.type === 'radio_buttons' || field.type === 'checkboxes')
      ? element('fieldset', { disabled: true }, element('legend', {}, ...name), drawChoices(field))
      : element('label', {}, element('span', {}, ...name), drawField(field, undefined))
  return element('div', { part: 'input' }, control, hint && element('p', { part: 'hint' }, hint.text))
}

function button(text: string, label?: string, style?: string): Drawn {
  return element('button', { part: 'action', ...idle, ...look(label, style) }, text)
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
  if (type) return element('input', { type, disabled: true, ...label, ...(placeholder ? { placeholder } : {}) })
  if (field.type === 'rich_text_input')
    return element('textarea', { disabled: true, ...label, ...(placeholder ? { placeholder } : {}) })
  if (field.type === 'radio_buttons' || field.type === 'checkboxes')
    return element('fieldset', { disabled: true, ...label }, drawChoices(field))
  const options = 'options' in field ? (field.options ?? []) : []
  return element(
    'select',
    { disabled: true, ...label },
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
