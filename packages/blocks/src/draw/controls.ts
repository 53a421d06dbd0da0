import type { ActionElement, ActionsBlock, Button, ContextActionsBlock, InputBlock } from '#types'
import { safeHref } from '#links'
import { drawField } from './fields.ts'
import { type Attributes, type DrawnNode, element, type DrawingSource } from './tree.ts'
import type { Viewer } from './viewer.ts'

/** Buttons are disabled here: a renderer that can reach the app draws the `action` part with its own component. */
const disabledButton = { type: 'button', disabled: true, title: 'Not available here' } as const

export function drawActions(block: ActionsBlock, viewer: Viewer): DrawnNode {
  const drawn = block.elements.map((item) => drawAction(item, viewer))
  return element('div', { part: 'actions', source: block }, drawn)
}

export function drawContextActions(block: ContextActionsBlock): DrawnNode {
  return element(
    'div',
    { part: 'actions', source: block },
    block.elements.map((item) => {
      if (item.type === 'icon_button') return drawDisabledButton(item, item.text.text, item.accessibility_label)
      const buttons = [item.positive_button, item.negative_button]
      return element(
        'span',
        { part: 'feedback', source: item },
        buttons.map(({ text, accessibility_label }) => drawDisabledButton(undefined, text.text, accessibility_label)),
      )
    }),
  )
}

export function drawAction(action: ActionElement, viewer: Viewer): DrawnNode {
  if (action.type === 'button') return drawButton(action)
  if (action.type === 'workflow_button')
    return drawDisabledButton(action, action.text.text, action.accessibility_label, action.style)
  return drawField(action, viewer)
}

export function drawButton(action: Button): DrawnNode {
  const { text, accessibility_label: label, style, url } = action
  const href = url === undefined ? undefined : safeHref(url)
  if (href === undefined) return drawDisabledButton(action, text.text, label, style)
  return element(
    'a',
    {
      part: 'action',
      href,
      target: '_blank',
      rel: 'noopener noreferrer',
      source: action,
      ...styleAttributes(label, style),
    },
    text.text,
  )
}

/** A field with its label and hint. It cannot be filled in here. */
export function drawInput(block: InputBlock, viewer: Viewer): DrawnNode {
  const { label, hint, element: field, optional } = block
  return element(
    'div',
    { part: 'input', source: block },
    element('fieldset', {}, element('legend', {}, label.text, optional ? ' (optional)' : ''), drawField(field, viewer)),
    hint && element('p', { part: 'hint' }, hint.text),
  )
}

function drawDisabledButton(
  source: DrawingSource | undefined,
  text: string,
  label?: string,
  style?: string,
): DrawnNode {
  return element('button', { part: 'action', source, ...disabledButton, ...styleAttributes(label, style) }, text)
}

function styleAttributes(label: string | undefined, style: string | undefined): Attributes {
  return { 'aria-label': label || undefined, 'data-style': style }
}
