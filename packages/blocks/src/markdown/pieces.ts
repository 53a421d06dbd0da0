import type { Block, HeaderBlock, RichTextElement, RichTextInline } from '#block'
import { codeOf, preformatted } from './code.ts'
import { inlineOf } from './inline.ts'
import { listElements } from './list.ts'
import { quoteOf } from './quote.ts'
import { tableOf, tableText } from './table.ts'
import type { Node } from './tree.ts'

/** What one top-level construct of Markdown becomes, before neighbours are joined. */
export type Piece =
  | { kind: 'paragraph'; elements: RichTextInline[] }
  | { kind: 'rich'; elements: RichTextElement[] }
  | { kind: 'block'; block: Block }

export function pieceOf(node: Node): Piece | undefined {
  switch (node.token.type) {
    case 'heading_open':
      return headingOf(node)
    case 'table_open':
      return tableOf(node)
    case 'hr':
      return { kind: 'block', block: { type: 'divider' } }
    default:
      return richPieceOf(node)
  }
}

/** The same for places that hold rich text only: headings are bold, tables laid out as text. */
export function richPieceOf(node: Node): Exclude<Piece, { kind: 'block' }> | undefined {
  switch (node.token.type) {
    case 'bullet_list_open':
    case 'ordered_list_open':
      return { kind: 'rich', elements: listElements(node) }
    case 'blockquote_open':
      return rich(quoteOf(node.children))
    case 'fence':
    case 'code_block':
      return rich(codeOf(node.token))
    case 'table_open':
      return rich(preformatted(tableText(node)))
    default: {
      const elements = inlineOf(node, node.token.type === 'heading_open' ? { bold: true } : {})
      return elements.length > 0 ? { kind: 'paragraph', elements } : undefined
    }
  }
}

function rich(element: RichTextElement | undefined): { kind: 'rich'; elements: RichTextElement[] } | undefined {
  return element && { kind: 'rich', elements: [element] }
}

/** A heading is a header block, unless plain text would lose a link, a mention, emphasis or its end. */
function headingOf(node: Node): Piece | undefined {
  const elements = inlineOf(node)
  const text = elements
    .map((element) => (element.type === 'text' ? element.text : ''))
    .join('')
    .replaceAll('\n', ' ')
  if (elements.length === 0) return undefined
  const lost =
    elements.some((element) => element.type !== 'text') ||
    elements.every((element) => element.style?.italic || element.style?.strike || element.style?.code)
  if (lost || text.length > 150 || text.trim() === '') return richPieceOf(node)
  const level = Math.min(4, Number(node.token.tag.slice(1)))
  const block: HeaderBlock = { type: 'header', text: { type: 'plain_text', text, emoji: true }, level }
  return { kind: 'block', block }
}
