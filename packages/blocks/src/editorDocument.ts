import type { RichTextBlock, RichTextElement, RichTextList } from '#block'
import { codeContent, paragraphsOf, withoutEnd } from '#editor/fromInline'
import type { EditorNode as Node } from '#editor/node'
import { childrenOf, literalsOf } from '#editor/toInline'
import { borderOf, linesOf, listElements, renumbered } from '#editor/toLists'
import { isWords, knownNodes, wordsOf } from '#editor/words'
import { listStarts } from '#listMarkers'
import { type NestedItem, type NestedList, nestedLists } from '#lists/nested'
import { outOfBounds } from '#shape/bounds'

/**
 * A node of an editor's document: what ProseMirror's `toJSON` and TipTap's `getJSON` give, with TipTap's names. Which
 * nodes and attributes stand for what is in docs/spec/editor-document.md.
 */
export type EditorNode = Node

/** Deeper than anybody writes, and far from where the stack ends. */
const deepest = 500

/** A rich text as a document that can be edited. */
export function documentFromRichText({ elements }: Pick<RichTextBlock, 'elements'>): EditorNode {
  const starts = listStarts(elements)
  const content: EditorNode[] = []
  let lists: RichTextList[] = []
  const endLists = () => {
    for (const list of nestedLists(lists, starts).roots) content.push(listNode(list))
    lists = []
  }
  for (const element of elements) {
    if (element.type === 'rich_text_list') {
      lists.push(element)
      continue
    }
    const nodes = nodesOf(element)
    if (nodes.length > 0) endLists()
    for (const node of nodes) content.push(node)
  }
  endLists()
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

/**
 * The rich text that a document says. What rich text cannot hold is laid out as text: a heading is bold, and what is
 * nested in a quote is lines. A document that is too deep to be walked is a RangeError.
 */
export function richTextFromDocument(document: EditorNode): RichTextBlock {
  const bound = outOfBounds(document, deepest)
  if (bound) throw new RangeError(`the document is ${bound}`)
  return { type: 'rich_text', elements: renumbered(elementsOf(knownNodes(childrenOf(document)), 0)) }
}

function nodesOf(element: Exclude<RichTextElement, RichTextList>): EditorNode[] {
  const attrs = 'border' in element && element.border === 1 ? { border: 1 } : {}
  switch (element.type) {
    case 'rich_text_section': {
      const paragraphs = paragraphsOf(element.elements)
      return isEmpty(paragraphs) ? [] : paragraphs
    }
    case 'rich_text_quote': {
      const content = paragraphsOf(element.elements)
      return isEmpty(content) ? [] : [{ type: 'blockquote', ...some(attrs), content }]
    }
    case 'rich_text_preformatted': {
      const { language } = element
      const content = codeContent(element.elements)
      const named = language ? { language } : {}
      return content.length > 0 ? [{ type: 'codeBlock', ...some({ ...named, ...attrs }), content }] : []
    }
  }
}

function listNode({ list, shift, start, items }: NestedList): EditorNode {
  const ordered = list.style === 'ordered'
  const attrs = {
    ...(ordered && start !== 1 ? { start } : {}),
    ...(shift > 0 ? { shift } : {}),
    ...(list.border === 1 ? { border: 1 } : {}),
  }
  return { type: ordered ? 'orderedList' : 'bulletList', ...some(attrs), content: items.map(itemNode) }
}

function itemNode({ section, below }: NestedItem): EditorNode {
  const words = paragraphsOf(section.elements)
  const isBlank = words.length === 1 && isSpace(words[0]?.content)
  return { type: 'listItem', content: [...(isBlank ? paragraphsOf([]) : words), ...below.map(listNode)] }
}

/** What an item that is empty has on the wire. */
function isSpace([only, ...others]: readonly EditorNode[] = []): boolean {
  return only?.text === ' ' && only.marks === undefined && others.length === 0
}

function elementsOf(nodes: readonly EditorNode[], indent: number): RichTextElement[] {
  const made: RichTextElement[] = []
  let words: EditorNode[] = []
  const endWords = () => {
    const elements = wordsOf(words)
    if (elements.length > 0) made.push({ type: 'rich_text_section', elements })
    words = []
  }
  for (const node of nodes) {
    if (isWords(node)) {
      words.push(node)
      continue
    }
    endWords()
    for (const element of elementsOfNode(node, indent)) made.push(element)
  }
  endWords()
  return made
}

function elementsOfNode(node: EditorNode, indent: number): RichTextElement[] {
  const border = borderOf(node)
  switch (node.type) {
    case 'blockquote': {
      const elements = withoutEnd(linesOf(renumbered(elementsOf(knownNodes(childrenOf(node)), 0))))
      return elements.length > 0 ? [{ type: 'rich_text_quote', elements, ...(border === 1 ? { border } : {}) }] : []
    }
    case 'codeBlock': {
      const elements = literalsOf(childrenOf(node))
      const language = node.attrs?.['language']
      const named = typeof language === 'string' && language !== '' ? { language } : {}
      return elements.length > 0 ? [{ type: 'rich_text_preformatted', elements, border, ...named }] : []
    }
    default:
      return listElements(node, indent, elementsOf)
  }
}

function isEmpty([first, ...others]: readonly EditorNode[]): boolean {
  return others.length === 0 && first?.content === undefined
}

function some(attrs: object): { attrs?: Record<string, unknown> } {
  return Object.keys(attrs).length > 0 ? { attrs: { ...attrs } } : {}
}
