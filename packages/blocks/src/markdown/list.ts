import type { RichTextElement, RichTextInline, RichTextList, RichTextSection } from '#block'
import { inlineOf, inlineOfSource } from './inline.ts'
import { codeOf } from './code.ts'
import { quoteOf } from './quote.ts'
import { joinRuns } from './runs.ts'
import { tableText } from './table.ts'
import type { Node } from './tree.ts'

const deepest = 8

/** The text an item begins with, and what has to stand beside the list: undefined while nothing but text has come. */
export type Item = { run: RichTextInline[]; below?: RichTextElement[] | undefined }

/** A list as consecutive lists: what is deeper stands beside it with a larger indent, and the numbers resume after it. */
export function listElements(list: Node, indent = 0): RichTextElement[] {
  return new ListItems(list, indent).with(list.children.map(({ children }) => itemOf(children, indent)))
}

/** A list that is made item by item. */
export class ListItems {
  readonly #style: 'ordered' | 'bullet'
  readonly indent: number
  readonly #elements: RichTextElement[] = []
  /** The last element, where the next item goes into it. */
  #open: RichTextList | undefined
  #number = 0

  constructor({ token }: Node, indent = 0) {
    this.#style = token.type === 'ordered_list_open' ? 'ordered' : 'bullet'
    this.indent = indent
    if (this.#style === 'ordered') this.#number = Number(token.attrGet('start') ?? 1) - 1
  }

  add(items: readonly Item[]): void {
    this.#open = this.#addTo(this.#elements, this.#open, items)
    this.#number += items.length
  }

  /** With more items behind those that were added. */
  with(more: readonly Item[]): RichTextElement[] {
    const elements = [...this.#elements]
    const open = this.#open && { ...this.#open, elements: [...this.#open.elements] }
    if (open) elements[elements.length - 1] = open
    this.#addTo(elements, open, more)
    return elements
  }

  /** `open` is the last of the elements, if items may still go into it; so is what is returned. */
  #addTo(elements: RichTextElement[], open: RichTextList | undefined, items: readonly Item[]) {
    for (const [i, { run, below = [] }] of items.entries()) {
      if (!open) elements.push((open = this.#from(this.#number + i)))
      open.elements.push(sectionOf(run.length > 0 ? run : [{ type: 'text', text: ' ' }]))
      if (below.length > 0) open = undefined
      for (const element of below) elements.push(element)
    }
    return open
  }

  #from(number: number): RichTextList {
    const list: RichTextList = {
      type: 'rich_text_list',
      elements: [],
      style: this.#style,
      indent: Math.min(this.indent, deepest),
      border: 0,
    }
    if (this.#style === 'ordered' && number > 0) list.offset = number
    return list
  }
}

/** An item of these parts, behind what it began with. */
export function itemOf(parts: readonly Node[], indent: number, before: Item = { run: [] }): Item {
  const end = before.below ? 0 : parts.findIndex(({ token }) => !isLead.test(token.type))
  const lead = end < 0 ? parts : parts.slice(0, end)
  const runs = lead.map((part) => inlineOf(part, part.token.type === 'heading_open' ? { bold: true } : {}))
  if (before.run.length === 0 && runs[0]) boxed(runs[0])
  const run = joinRuns(runs, '\n', before.run)
  if (end < 0) return { run }
  return { run, below: [...(before.below ?? []), ...parts.slice(end).flatMap((part) => elementsBelow(part, indent))] }
}

/** An item that is one paragraph, from its source; `open`: it is still being written. */
export function itemOfSource(source: string, open = false): Item {
  const run = inlineOfSource(source, open)
  boxed(run)
  return { run }
}

const isLead = /^(?:paragraph|heading)_open$/

/** Makes the brackets of a task a box. */
function boxed(run: RichTextInline[]): void {
  const first = run[0]
  if (first?.type === 'text' && !first.style && first.text.startsWith('['))
    first.text = first.text.replace(/^\[([ xX])\](?=\s|$)/, (_, mark) => (mark === ' ' ? '☐' : '☑'))
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
