import type { RichTextElement, RichTextInline, RichTextList, RichTextSection } from '#types'
import { inlineOf, inlineFromSource } from './inline.ts'
import { codeOf, preformatted } from './code.ts'
import { quoteOf } from './quote.ts'
import { joinRuns } from './joinRuns.ts'
import { tableText } from './table.ts'
import type { MarkdownNode } from '#markdown/parse/tree'
import { finish, type Steps } from '#text/steps'

const maxIndent = 8

/** The text an item starts with, and the elements that have to follow the list; undefined while it has only text. */
export type ListItem = { run: RichTextInline[]; nested?: RichTextElement[] | undefined }

/** Converts a list to consecutive rich text lists: a nested list follows with a larger indent, then the outer one goes on. */
export function listElements(list: MarkdownNode): RichTextElement[] {
  return finish(listElementsInSteps(list))
}

/** How many items are converted in one step. */
const perStep = 100

/** As `listElements`, in steps. */
export function* listElementsInSteps(list: MarkdownNode, indent = 0): Steps<RichTextElement[]> {
  const builder = new ListBuilder(list, indent)
  for (let i = 0; i < list.children.length; i += perStep) {
    const items: ListItem[] = []
    for (const { children } of list.children.slice(i, i + perStep)) items.push(yield* itemInSteps(children, indent))
    builder.add(items)
    yield
  }
  return builder.with([])
}

/** Builds a list item by item. */
export class ListBuilder {
  readonly #style: 'ordered' | 'bullet'
  readonly indent: number
  readonly #elements: RichTextElement[] = []
  /** The last element, if the next item goes into it. */
  #open: RichTextList | undefined
  #number = 0

  constructor({ token }: MarkdownNode, indent = 0) {
    this.#style = token.type === 'ordered_list_open' ? 'ordered' : 'bullet'
    this.indent = indent
    if (this.#style === 'ordered') this.#number = Number(token.attrGet('start') ?? 1) - 1
  }

  add(items: readonly ListItem[]): void {
    this.#open = this.#addTo(this.#elements, this.#open, items)
    this.#number += items.length
  }

  /** Returns the elements with more items at the end, and adds none. */
  with(more: readonly ListItem[]): RichTextElement[] {
    const elements = [...this.#elements]
    const open = this.#open && { ...this.#open, elements: [...this.#open.elements] }
    if (open) elements[elements.length - 1] = open
    this.#addTo(elements, open, more)
    return elements
  }

  /** Appends items. `open` is the last element before, and the result the last one after, if it can take more items. */
  #addTo(elements: RichTextElement[], open: RichTextList | undefined, items: readonly ListItem[]) {
    for (const [i, { run, nested = [] }] of items.entries()) {
      if (!open) elements.push((open = this.#from(this.#number + i)))
      open.elements.push(sectionOf(run.length > 0 ? run : [{ type: 'text', text: ' ' }]))
      if (nested.length > 0) open = undefined
      for (const element of nested) elements.push(element)
    }
    return open
  }

  #from(number: number): RichTextList {
    const list: RichTextList = {
      type: 'rich_text_list',
      elements: [],
      style: this.#style,
      indent: Math.min(this.indent, maxIndent),
      border: 0,
    }
    if (this.#style === 'ordered' && number > 0) list.offset = number
    return list
  }
}

/** Converts the parts of an item that follow those in `before`. */
export function itemOf(parts: readonly MarkdownNode[], indent: number, before?: ListItem): ListItem {
  return finish(itemInSteps(parts, indent, before))
}

function* itemInSteps(parts: readonly MarkdownNode[], indent: number, before: ListItem = { run: [] }): Steps<ListItem> {
  const end = before.nested ? 0 : parts.findIndex(({ token }) => !isLead.test(token.type))
  const lead = end < 0 ? parts : parts.slice(0, end)
  const runs = lead.map((part) => inlineOf(part, part.token.type === 'heading_open' ? { bold: true } : {}))
  if (before.run.length === 0 && runs[0]) replaceTaskBox(runs[0])
  const run = joinRuns(runs, '\n', before.run)
  if (end < 0) return { run }
  let nested = before.nested ?? []
  for (const part of parts.slice(end)) nested = nested.concat(yield* nestedInSteps(part, indent))
  return { run, nested }
}

/** Converts an item that is one paragraph, from its source. `open`: it is still being written. */
export function itemFromSource(source: string, open = false): ListItem {
  const run = inlineFromSource(source, open)
  replaceTaskBox(run)
  return { run }
}

const isLead = /^(?:paragraph|heading)_open$/

/** Replaces the brackets of a task by a box. */
function replaceTaskBox(run: RichTextInline[]): void {
  const first = run[0]
  if (first?.type === 'text' && !first.style && first.text.startsWith('['))
    first.text = first.text.replace(/^\[([ xX])\](?=\s|$)/, (_, mark) => (mark === ' ' ? '☐' : '☑'))
}

function* nestedInSteps(node: MarkdownNode, indent: number): Steps<RichTextElement[]> {
  switch (node.token.type) {
    case 'bullet_list_open':
    case 'ordered_list_open':
      return yield* listElementsInSteps(node, indent + 1)
    case 'blockquote_open':
      return toArray(quoteOf(node.children))
    case 'fence':
    case 'code_block':
      return toArray(codeOf(node.token))
    case 'table_open':
      return [preformatted(tableText(node))]
    default: {
      const elements = inlineOf(node)
      return elements.length > 0 ? [sectionOf(elements)] : []
    }
  }
}

function sectionOf(elements: RichTextInline[]): RichTextSection {
  return { type: 'rich_text_section', elements }
}

function toArray(element: RichTextElement | undefined): RichTextElement[] {
  return element ? [element] : []
}
