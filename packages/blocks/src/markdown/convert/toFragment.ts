import type { HeaderBlock, RichTextElement, RichTextInline } from '#types'
import { splitEmoji } from '#emoji/inText'
import { codeOf, preformatted } from './code.ts'
import { inlineOf } from './inline.ts'
import { listElements, listElementsInSteps } from './list.ts'
import { quoteOf } from './quote.ts'
import type { BlockFragment } from './fragment.ts'
import { tableInSteps, tableOf, tableText } from './table.ts'
import type { MarkdownNode } from '#markdown/parse/tree'
import type { Steps } from '#text/steps'

/** Converts a top-level construct; undefined if it shows nothing. */
export function toFragment(node: MarkdownNode): BlockFragment | undefined {
  switch (node.token.type) {
    case 'heading_open':
      return headingOf(node)
    case 'table_open':
      return tableOf(node)
    case 'hr':
      return { kind: 'block', block: { type: 'divider' } }
    default:
      return toRichTextFragment(node)
  }
}

/** As `toFragment`, in steps. */
export function* toFragmentInSteps(node: MarkdownNode): Steps<BlockFragment | undefined> {
  switch (node.token.type) {
    case 'table_open':
      return yield* tableInSteps(node)
    case 'bullet_list_open':
    case 'ordered_list_open':
      return { kind: 'rich', elements: yield* listElementsInSteps(node) }
    default:
      return toFragment(node)
  }
}

/** Converts a construct for places that hold only rich text: headings are bold, tables are laid out as text. */
export function toRichTextFragment(node: MarkdownNode): Exclude<BlockFragment, { kind: 'block' }> | undefined {
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

/** Converts a heading to a header block, unless it is too long or would lose a link, a mention, emphasis or code. */
function headingOf(node: MarkdownNode): BlockFragment | undefined {
  const elements = inlineOf(node)
  const text = elements.map(plainTextOf).join('').replaceAll('\n', ' ')
  if (elements.length === 0) return undefined
  const lost =
    elements.some((element) => element.type !== 'text' && element.type !== 'emoji') ||
    elements.every((element) => element.style?.italic || element.style?.strike || element.style?.code) ||
    elements.some((element) => element.type === 'text' && hasEmoji(element.text))
  if (lost || text.length > 150 || text.trim() === '') return toRichTextFragment(node)
  const level = Math.min(4, Number(node.token.tag.slice(1)))
  const block: HeaderBlock = { type: 'header', text: { type: 'plain_text', text, emoji: true }, level }
  return { kind: 'block', block }
}

function plainTextOf(element: RichTextInline): string {
  if (element.type === 'emoji') return `:${element.name}:`
  return element.type === 'text' ? element.text : ''
}

/** Whether a text that came from code would be drawn with an emoji in a header. */
function hasEmoji(text: string): boolean {
  return splitEmoji(text).some((piece) => typeof piece !== 'string')
}
