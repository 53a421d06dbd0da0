import type { RichTextElement, RichTextInline, RichTextList, RichTextSection } from '#block'
import { inlineOf } from './inline.ts'
import { codeOf } from './code.ts'
import { quoteOf } from './quote.ts'
import { joinRuns } from './runs.ts'
import { tableText } from './table.ts'
import type { Node } from './tree.ts'

const deepest = 8

/** A list as consecutive lists: what is deeper stands beside it with a larger indent, and the numbers resume after it. */
export function listElements(node: Node, indent = 0): RichTextElement[] {
  const made: RichTextElement[] = []
  const style = node.token.type === 'ordered_list_open' ? 'ordered' : 'bullet'
  let number = style === 'ordered' ? Number(node.token.attrGet('start') ?? 1) - 1 : 0
  let open: RichTextList | undefined

  const addItem = (section: RichTextSection) => {
    if (!open) {
      open = { type: 'rich_text_list', elements: [], style, indent: Math.min(indent, deepest), border: 0 }
      if (style === 'ordered' && number > 0) open.offset = number
      made.push(open)
    }
    open.elements.push(section)
    number++
  }

  for (const item of node.children) {
    const { runs, rest } = splitItem(item)
    const elements = joinRuns(runs, '\n')
    addItem(sectionOf(elements.length > 0 ? elements : [{ type: 'text', text: ' ' }]))
    const below = rest.flatMap((child) => elementsBelow(child, indent))
    if (below.length > 0) open = undefined
    for (const element of below) made.push(element)
  }
  return made
}

/** The text an item begins with, and what has to stand beside the list. */
function splitItem(item: Node): { runs: RichTextInline[][]; rest: Node[] } {
  const end = item.children.findIndex(
    (child) => child.token.type !== 'paragraph_open' && child.token.type !== 'heading_open',
  )
  const lead = end < 0 ? item.children : item.children.slice(0, end)
  const runs = lead.map((child) => inlineOf(child, child.token.type === 'heading_open' ? { bold: true } : {}))
  const first = runs[0]?.[0]
  if (first?.type === 'text' && !first.style)
    first.text = first.text.replace(/^\[([ xX])\](?=\s|$)/, (_, mark) => (mark === ' ' ? '☐' : '☑'))
  return { runs, rest: end < 0 ? [] : item.children.slice(end) }
}

function elementsBelow(node: Node, indent: number): RichTextElement[] {
  switch (node.token.type) {
    case 'bullet_list_open':
    case 'ordered_list_open':
      return listElements(node, indent + 1)
    case 'blockquote_open':
      return some(quoteOf(node))
    case 'fence':
    case 'code_block':
      return some(codeOf(node))
    case 'table_open':
      return [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: tableText(node) }], border: 0 }]
    default: {
      const elements = inlineOf(node)
      return elements.length > 0 ? [sectionOf(elements)] : []
    }
  }
}

function sectionOf(elements: RichTextInline[]): RichTextSection {
  return { type: 'rich_text_section', elements }
}

function some(element: RichTextElement | undefined): RichTextElement[] {
  return element ? [element] : []
}
