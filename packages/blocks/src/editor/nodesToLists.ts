import type { RichTextElement, RichTextInline, RichTextList, RichTextSection } from '#types'
import { addElement, addText } from '#richText/inlineRun'
import { listMarker, listStarts } from '#richText/listMarkers'
import { maxListIndent } from '#richText/nestedLists'
import { blankLine } from './inlineToNodes.ts'
import type { EditorNode } from './node.ts'
import { childrenOf } from './nodesToInline.ts'
import { isParagraph, normalizeNodes, inlinesOfParagraphs } from './paragraphs.ts'

/** Converts the nodes after an item's first paragraphs to elements that follow the list. */
type ConvertNested = (nodes: readonly EditorNode[], indent: number) => RichTextElement[]

/**
 * Converts a list to consecutive rich text lists. A nested list follows with a larger indent. After it, the outer list
 * continues its numbers.
 */
export function listElements(node: EditorNode, indent: number, convertNested: ConvertNested): RichTextElement[] {
  const made: RichTextElement[] = []
  const style = node.type === 'orderedList' ? 'ordered' : 'bullet'
  const at = Math.min(indent + wholeNumberOr(node.attrs?.['shift'], 0), maxListIndent)
  let before = style === 'ordered' ? Math.max(0, wholeNumberOr(node.attrs?.['start'], 1) - 1) : 0
  let open: RichTextList | undefined
  for (const item of childrenOf(node)) {
    if (!open) {
      open = { type: 'rich_text_list', elements: [], style, indent: at, border: borderOf(node) }
      if (before > 0) open.offset = before
      made.push(open)
    }
    const inside = normalizeNodes(item.content === undefined ? [item] : childrenOf(item))
    const end = inside.findIndex((child) => !isParagraph(child))
    open.elements.push(itemOf(inlinesOfParagraphs(end < 0 ? inside : inside.slice(0, end))))
    if (style === 'ordered') before++
    const rest = end < 0 ? [] : convertNested(inside.slice(end), at + 1)
    if (rest.length > 0) open = undefined
    for (const element of rest) made.push(element)
  }
  return made
}

/** An empty item gets a space, because not every client reads an empty section. */
function itemOf(elements: RichTextInline[]): RichTextSection {
  return { type: 'rich_text_section', elements: elements.length > 0 ? elements : [{ type: 'text', text: ' ' }] }
}

/** Adds an offset of 0 to lists that would otherwise continue the numbers of the list before. */
export function restartNumbers(elements: RichTextElement[]): RichTextElement[] {
  const starts = listStarts(elements)
  return elements.map((element) =>
    element.type === 'rich_text_list' && element.offset === undefined && (starts.get(element) ?? 1) > 1
      ? { ...element, offset: 0 }
      : element,
  )
}

/** Converts elements to lines of text, because a quote holds only inline elements. */
export function quoteLinesOf(elements: readonly RichTextElement[]): RichTextInline[] {
  const starts = listStarts(elements)
  const run: RichTextInline[] = []
  const add = (inlines: readonly RichTextInline[]) => {
    for (const inline of inlines) addElement(run, inline, inline.style)
  }
  for (const [i, element] of elements.entries()) {
    if (i > 0) addText(run, blankLine)
    if (element.type === 'rich_text_preformatted') {
      add(element.elements.map((inline) => ({ ...inline, style: { code: true } })))
    } else if (element.type === 'rich_text_list') {
      const { style, indent = 0 } = element
      for (const [k, item] of element.elements.entries()) {
        const marker = listMarker(style, indent, (starts.get(element) ?? 1) + k)
        addText(run, `${k > 0 ? '\n' : ''}${'    '.repeat(indent)}${marker} `)
        add(item.elements)
      }
    } else add(element.elements)
  }
  return run
}

/** The `border` of a node: 1 or 0. */
export function borderOf({ attrs }: EditorNode): 0 | 1 {
  return attrs?.['border'] === 1 ? 1 : 0
}

function wholeNumberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : otherwise
}
