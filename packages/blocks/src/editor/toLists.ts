import type { RichTextElement, RichTextInline, RichTextList, RichTextSection } from '#block'
import { addElement, addText } from '#inlineRun'
import { listMarker, listStarts } from '#listMarkers'
import { deepestList } from '#lists/nested'
import { blank } from './fromInline.ts'
import type { EditorNode } from './node.ts'
import { childrenOf } from './toInline.ts'
import { isWords, knownNodes, wordsOf } from './words.ts'

/** What the nodes below an item's first words become, as elements that stand beside the list. */
type Below = (nodes: readonly EditorNode[], indent: number) => RichTextElement[]

/** A list as consecutive lists: what is deeper stands beside it with a larger indent, and the numbers go on after it. */
export function listElements(node: EditorNode, indent: number, below: Below): RichTextElement[] {
  const made: RichTextElement[] = []
  const style = node.type === 'orderedList' ? 'ordered' : 'bullet'
  const at = Math.min(indent + wholeOf(node.attrs?.['shift'], 0), deepestList)
  let before = style === 'ordered' ? Math.max(0, wholeOf(node.attrs?.['start'], 1) - 1) : 0
  let open: RichTextList | undefined
  for (const item of childrenOf(node)) {
    if (!open) {
      open = { type: 'rich_text_list', elements: [], style, indent: at, border: borderOf(node) }
      if (before > 0) open.offset = before
      made.push(open)
    }
    const inside = knownNodes(item.content === undefined ? [item] : childrenOf(item))
    const end = inside.findIndex((child) => !isWords(child))
    open.elements.push(itemOf(wordsOf(end < 0 ? inside : inside.slice(0, end))))
    if (style === 'ordered') before++
    const rest = end < 0 ? [] : below(inside.slice(end), at + 1)
    if (rest.length > 0) open = undefined
    for (const element of rest) made.push(element)
  }
  return made
}

/** An item without words is not written empty: not everybody reads that. */
function itemOf(elements: RichTextInline[]): RichTextSection {
  return { type: 'rich_text_section', elements: elements.length > 0 ? elements : [{ type: 'text', text: ' ' }] }
}

/** With an offset of 0 where a list would otherwise go on with the numbers of the one before. */
export function renumbered(elements: RichTextElement[]): RichTextElement[] {
  const starts = listStarts(elements)
  return elements.map((element) =>
    element.type === 'rich_text_list' && element.offset === undefined && (starts.get(element) ?? 1) > 1
      ? { ...element, offset: 0 }
      : element,
  )
}

/** Elements as the lines of a quote, which holds no others. */
export function linesOf(elements: readonly RichTextElement[]): RichTextInline[] {
  const starts = listStarts(elements)
  const run: RichTextInline[] = []
  const add = (inlines: readonly RichTextInline[]) => {
    for (const inline of inlines) addElement(run, inline, inline.style)
  }
  for (const [i, element] of elements.entries()) {
    if (i > 0) addText(run, blank)
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

export function borderOf({ attrs }: EditorNode): 0 | 1 {
  return attrs?.['border'] === 1 ? 1 : 0
}

function wholeOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : otherwise
}
