import type { RichTextInline } from '#types'
import { addElement, addText } from '#richText/inlineRun'
import { blankLine, trimLineBreaks } from './inlineToNodes.ts'
import type { EditorNode } from './node.ts'
import { childrenOf, inlinesOf } from './nodesToInline.ts'

const paragraphTypes = new Set(['paragraph', 'heading'])
const knownTypes = new Set([...paragraphTypes, 'bulletList', 'orderedList', 'blockquote', 'codeBlock'])

/** Whether a node is a paragraph or a heading. */
export function isParagraph({ type }: EditorNode): boolean {
  return type !== undefined && paragraphTypes.has(type)
}

/** Reduces nodes to those that rich text has. Other nodes are replaced by their children; loose text becomes a paragraph. */
export function normalizeNodes(nodes: readonly EditorNode[]): EditorNode[] {
  const made: EditorNode[] = []
  let loose: EditorNode[] = []
  const endLoose = () => {
    if (loose.length > 0) made.push({ type: 'paragraph', content: loose })
    loose = []
  }
  for (const node of nodes) {
    const isKnown = node.type !== undefined && knownTypes.has(node.type)
    if (!isKnown && node.content === undefined && inlinesOf([node]).length > 0) {
      loose.push(node)
      continue
    }
    endLoose()
    if (isKnown) made.push(node)
    else for (const inner of normalizeNodes(childrenOf(node))) made.push(inner)
  }
  endLoose()
  return made
}

/** The text of paragraphs and headings, separated by blank lines. Headings are bold. */
export function inlinesOfParagraphs(nodes: readonly EditorNode[]): RichTextInline[] {
  const run: RichTextInline[] = []
  for (const [i, node] of nodes.entries()) {
    if (i > 0) addText(run, blankLine)
    const inlines = inlinesOf(childrenOf(node), node.type === 'heading' ? { bold: true } : {})
    for (const inline of inlines) addElement(run, inline, inline.style)
  }
  return trimLineBreaks(run)
}
