import type { RichTextElement, RichTextInline, RichTextList, RichTextSection } from '#block'
import { inlineOf } from './inline.ts'
import { codeOf } from './code.ts'
import { quoteOf } from './quote.ts'
import { joinRuns } from './runs.ts'
import { tableText } from './table.ts'
import type { Node } from './tree.ts'

const deepest = 8

/** The text an item begins with, and what has to stand beside the list. */
export type Item = { run: RichTextInline[]; rest: readonly Node[] }

/** A list as consecutive lists: what is deeper stands beside it with a larger indent, and the numbers resume after it. */
export function listElements(list: Node, indent = 0): RichTextElement[] {
  return new ListItems(list, indent).with(list.children.map(itemOf))
}

/** A list that is made item by item. */
export class ListItems {
  readonly #style: 'ordered' | 'bullet'
  readonly #indent: number
  #elements: RichTextElement[] = []
  /** The last element, where the next item goes into it. */
  #open: RichTextList | undefined
  #number = 0

  constructor({ token }: Node, indent = 0) {
    this.#style = token.type === 'ordered_list_open' ? 'ordered' : 'bullet'
    this.#indent = indent
    if (this.#style === 'ordered') this.#number = Number(token.attrGet('start') ?? 1) - 1
  }

  add(items: readonly Item[]): void {
    const grown = this.#with(items)
    this.#elements = grown.elements
    this.#open = grown.open
    this.#number += items.length
  }

  /** With more items behind those that were added. */
  with(more: readonly Item[]): RichTextElement[] {
    return this.#with(more).elements
  }

  #with(more: readonly Item[]) {
    const elements = [...this.#elements]
    let open: RichTextList | undefined
    if (this.#open) elements[elements.length - 1] = open = { ...this.#open, elements: [...this.#open.elements] }
    for (const [i, { run, rest }] of more.entries()) {
      if (!open) elements.push((open = this.#from(this.#number + i)))
      open.elements.push(sectionOf(run.length > 0 ? run : [{ type: 'text', text: ' ' }]))
      const below = rest.flatMap((child) => elementsBelow(child, this.#indent))
      if (below.length > 0) open = undefined
      for (const element of below) elements.push(element)
    }
    return { elements, open }
  }

  #from(number: number): RichTextList {
    const list: RichTextList = {
      type: 'rich_text_list',
      elements: [],
      style: this.#style,
      indent: Math.min(this.#indent, deepest),
      border: 0,
    }
    if (this.#style === 'ordered' && number > 0) list.offset = number
    return list
  }
}

export function itemOf(item: Node): Item {
  const end = item.children.findIndex(
    (child) => child.token.type !== 'paragraph_open' && child.token.type !== 'heading_open',
  )
  const lead = end < 0 ? item.children : item.children.slice(0, end)
  const runs = lead.map((child) => inlineOf(child, child.token.type === 'heading_open' ? { bold: true } : {}))
  const first = runs[0]?.[0]
  if (first?.type === 'text' && !first.style && first.text.startsWith('['))
    first.text = first.text.replace(/^\[([ xX])\](?=\s|$)/, (_, mark) => (mark === ' ' ? '☐' : '☑'))
  return { run: joinRuns(runs, '\n'), rest: end < 0 ? [] : item.children.slice(end) }
}

function elementsBelow(node: Node, indent: number): RichTextElement[] {
  switch (node.token.type) {
    case 'bullet_list_open':
    case 'ordered_list_open':
      return listElements(node, indent + 1)
    case 'blockquote_open':
      return some(quoteOf(node.children))
    case 'fence':
    case 'code_block':
      return some(codeOf(node.token))
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
