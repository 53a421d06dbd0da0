import type { ActionElement, ActionsBlock, Button, ContextActionsBlock, InputBlock, PlainText } from '#types'
import { safeHref } from '#links'
import { drawField } from './fields.ts'
import { drawText } from './text.ts'
import { type Attributes, type DrawnNode, element, type DrawingSource } from './tree.ts'
import type { Viewer } from './viewer.ts'

/** Buttons are disabled here: a renderer that can reach the app draws the `action` part with its own component. */
const disabledButton = { type: 'button', disabled: true, title: 'Not available here' } as const

export function drawActions(block: ActionsBlock, viewer: Viewer): DrawnNode {
  const drawn = block.elements.map((item) => drawAction(item, viewer))
  return element('div', { part: 'actions', source: block }, drawn)
}

export function drawContextActions(block: ContextActionsBlock, viewer: Viewer): DrawnNode {
  return element(
    'div',
    { part: 'actions', source: block },
    block.elements.map((item) => {
      if (item.type === 'icon_button') return drawDisabledButton(item, item.text, viewer, item.accessibility_label)
      const buttons = [item.positive_button, item.negative_button]
      return element(
        'span',
        { part: 'feedback', source: item },
        buttons.map(({ text, accessibility_label }) =>
          drawDisabledButton(undefined, text, viewer, accessibility_label),
        ),
      )
    }),
  )
}

export function drawAction(action: ActionElement, viewer: Viewer): DrawnNode {
  if (action.type === 'button') return drawButton(action, viewer)
  if (action.type === 'workflow_button')
    return drawDisabledButton(action, action.text, viewer, action.accessibility_label, action.style)
  return drawField(action, viewer)
}

export function drawButton(action: Button, viewer: Viewer): DrawnNode {
  const { text, accessibility_label: label, style, url } = action
  const href = url === undefined ? undefined : safeHref(url)
  if (href === undefined) return drawDisabledButton(action, text, viewer, label, style)
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
    drawText(text, viewer),
  )
}

/** A field with its label and hint. It cannot be filled in here. */
export function drawInput(block: InputBlock, viewer: Viewer): DrawnNode {
  const { label, hint, element: field, optional } = block
  return element(
    'div',
    { part: 'input', source: block },
    element(
      'fieldset',
      {},
      element('legend', { dir: 'auto' }, drawText(label, viewer), optional ? ' (optional)' : ''),
      drawField(field, viewer),
    ),
    hint && element('p', { part: 'hint', dir: 'auto' }, drawText(hint, viewer)),
  )
}

function drawDisabledButton(
  source: DrawingSource | undefined,
  text: PlainText,
  viewer: Viewer,
  label?: string,
  style?: string,
): DrawnNode {
  return element(
    'button',
    { part: 'action', source, ...disabledButton, ...styleAttributes(label, style) },
    drawText(text, viewer),
  )
}

function styleAttributes(label: string | undefined, style: string | undefined): Attributes {
  return { 'aria-label': label || undefined, 'data-style': style }
}
