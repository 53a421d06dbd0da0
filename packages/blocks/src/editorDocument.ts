import type { RichTextBlock, RichTextElement, RichTextList } from './types.ts'
import { codeContent, paragraphsOf, trimLineBreaks } from '#editor/inlineToNodes'
import type { EditorNode as Node } from '#editor/node'
import { childrenOf, codeInlinesOf } from '#editor/nodesToInline'
import { borderOf, quoteLinesOf, listElements, restartNumbers } from '#editor/nodesToLists'
import { isParagraph, normalizeNodes, inlinesOfParagraphs } from '#editor/paragraphs'
import { listStarts } from '#richText/listMarkers'
import { type NestedItem, type NestedList, nestLists } from '#richText/nestedLists'
import { findExceededBound } from '#check/bounds'

/**
 * A node of an editor's document, as ProseMirror's `toJSON` and TipTap's `getJSON` return it, with TipTap's names.
 * docs/spec/editor-document.md lists the nodes and attributes.
 */
export type EditorNode = Node

/** No person writes a deeper or larger document, and this depth is far from a stack overflow. */
const bounds = { depth: 500, values: 200_000 }

/** Converts a rich text to an editor's document. An empty one has one empty paragraph. */
export function documentFromRichText({ elements }: Pick<RichTextBlock, 'elements'>): EditorNode {
  const starts = listStarts(elements)
  const content: EditorNode[] = []
  let lists: RichTextList[] = []
  const endLists = () => {
    for (const list of nestLists(lists, starts).roots) content.push(listNode(list))
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
 * Converts an editor's document to a rich text that passes `checkBlocks`. What rich text cannot hold becomes text: a
 * heading is bold, what is nested in a quote becomes lines. Throws a RangeError if the document is more than 500 levels deep
 * or too large.
 */
export function richTextFromDocument(document: EditorNode): RichTextBlock {
  const exceeded = findExceededBound(document, '', bounds)
  if (exceeded) throw new RangeError(exceeded.message)
  return { type: 'rich_text', elements: restartNumbers(elementsOf(normalizeNodes(childrenOf(document)), 0)) }
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
      return isEmpty(content) ? [] : [{ type: 'blockquote', ...attrsField(attrs), content }]
    }
    case 'rich_text_preformatted': {
      const { language } = element
      const content = codeContent(element.elements)
      const named = language ? { language } : {}
      return content.length > 0 ? [{ type: 'codeBlock', ...attrsField({ ...named, ...attrs }), content }] : []
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
  return { type: ordered ? 'orderedList' : 'bulletList', ...attrsField(attrs), content: items.map(itemNode) }
}

function itemNode({ section, below }: NestedItem): EditorNode {
  const words = paragraphsOf(section.elements)
  const isBlank = words.length === 1 && isSpace(words[0]?.content)
  return { type: 'listItem', content: [...(isBlank ? paragraphsOf([]) : words), ...below.map(listNode)] }
}

/** Whether this is the single space of an empty item. */
function isSpace([only, ...others]: readonly EditorNode[] = []): boolean {
  return only?.text === ' ' && only.marks === undefined && others.length === 0
}

function elementsOf(nodes: readonly EditorNode[], indent: number): RichTextElement[] {
  const made: RichTextElement[] = []
  let words: EditorNode[] = []
  const endWords = () => {
    const elements = inlinesOfParagraphs(words)
    if (elements.length > 0) made.push({ type: 'rich_text_section', elements })
    words = []
  }
  for (const node of nodes) {
    if (isParagraph(node)) {
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
      const elements = trimLineBreaks(quoteLinesOf(restartNumbers(elementsOf(normalizeNodes(childrenOf(node)), 0))))
      return elements.length > 0 ? [{ type: 'rich_text_quote', elements, ...(border === 1 ? { border } : {}) }] : []
    }
    case 'codeBlock': {
      const elements = codeInlinesOf(childrenOf(node))
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

function attrsField(attrs: object): { attrs?: Record<string, unknown> } {
  return Object.keys(attrs).length > 0 ? { attrs: { ...attrs } } : {}
}
