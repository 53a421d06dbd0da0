import type { ActionElement, ActionsBlock, Button, ContextActionsBlock, InputBlock } from '#block'
import { safeHref } from '#links'
import { drawField } from './fields.ts'
import { type Attributes, type Drawn, element, type Source } from './tree.ts'
import type { Viewer } from './viewer.ts'

/** What only the app could answer stands still here: a renderer that can ask it draws the part in its own way. */
const idle = { type: 'button', disabled: true, title: 'Not available here' } as const

export function drawActions(block: ActionsBlock, viewer: Viewer): Drawn {
  const drawn = block.elements.map((item) => drawAction(item, viewer))
  return element('div', { part: 'actions', of: block }, drawn)
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

export function drawAction(action: ActionElement, viewer: Viewer): Drawn {
  if (action.type === 'button') return drawButton(action)
  if (action.type === 'workflow_button')
    return button(action, action.text.text, action.accessibility_label, action.style)
  return drawField(action, viewer)
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
export function drawInput(block: InputBlock, viewer: Viewer): Drawn {
  const { label, hint, element: field, optional } = block
  return element(
    'div',
    { part: 'input', of: block },
    element('fieldset', {}, element('legend', {}, label.text, optional ? ' (optional)' : ''), drawField(field, viewer)),
    hint && element('p', { part: 'hint' }, hint.text),
  )
}

function button(of: Source | undefined, text: string, label?: string, style?: string): Drawn {
  return element('button', { part: 'action', of, ...idle, ...look(label, style) }, text)
}

function look(label: string | undefined, style: string | undefined): Attributes {
  return { 'aria-label': label || undefined, 'data-style': style }
}
