import type { ContextBlock, HeaderBlock, ImageBlock, SectionBlock } from '#types'
import { drawAction } from './controls.ts'
import { drawPlainText } from './emoji.ts'
import { drawPicture } from './link.ts'
import { drawText } from './text.ts'
import { type DrawnNode, element } from './tree.ts'
import type { Viewer } from './viewer.ts'

export function drawSection(block: SectionBlock, viewer: Viewer): DrawnNode {
  const { text, fields, accessory } = block
  return element(
    'div',
    { part: 'section', source: block },
    element(
      'div',
      { part: 'field', dir: 'auto' },
      text && drawText(text, viewer),
      fields &&
        element(
          'div',
          { part: 'fields' },
          fields.map((field) => element('div', { dir: 'auto' }, drawText(field, viewer))),
        ),
    ),
    accessory &&
      (accessory.type === 'image'
        ? drawPicture(accessory, accessory.alt_text, 'thumb')
        : drawAction(accessory, viewer)),
  )
}

export function drawHeader({ text, level = 2 }: HeaderBlock, viewer: Viewer, end: readonly DrawnNode[]): DrawnNode {
  const words = drawPlainText(text.text, viewer, text.emoji)
  return element(level <= 2 ? 'h2' : 'h3', { part: 'header', dir: 'auto', 'data-level': level }, words, end)
}

export function drawContext({ elements }: ContextBlock, viewer: Viewer): DrawnNode {
  return element(
    'div',
    { part: 'context' },
    elements.map((item) =>
      item.type === 'image'
        ? drawPicture(item, item.alt_text, 'icon')
        : element('div', { dir: 'auto' }, drawText(item, viewer)),
    ),
  )
}

export function drawImageBlock(block: ImageBlock, viewer: Viewer): DrawnNode {
  const { title, alt_text } = block
  return element(
    'figure',
    { part: 'figure' },
    title && element('figcaption', { dir: 'auto' }, drawText(title, viewer)),
    drawPicture(block, alt_text, 'picture'),
  )
}
