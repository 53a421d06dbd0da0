import type { RichTextInline } from '#block'
import { addElement, addText } from '#inlineRun'
import { blank, withoutEnd } from './fromInline.ts'
import type { EditorNode } from './node.ts'
import { childrenOf, inlinesOf } from './toInline.ts'

const words = new Set(['paragraph', 'heading'])
const known = new Set([...words, 'bulletList', 'orderedList', 'blockquote', 'codeBlock'])

export function isWords({ type }: EditorNode): boolean {
  return type !== undefined && words.has(type)
}

/** The nodes that rich text knows. What only holds such nodes stands aside for them; loose words are a paragraph. */
export function knownNodes(nodes: readonly EditorNode[]): EditorNode[] {
  const made: EditorNode[] = []
  let loose: EditorNode[] = []
  const endLoose = () => {
    if (loose.length > 0) made.push({ type: 'paragraph', content: loose })
    loose = []
  }
  for (const node of nodes) {
    const isKnown = node.type !== undefined && known.has(node.type)
    if (!isKnown && node.content === undefined && inlinesOf([node]).length > 0) {
      loose.push(node)
      continue
    }
    endLoose()
    if (isKnown) made.push(node)
    else for (const inner of knownNodes(childrenOf(node))) made.push(inner)
  }
  endLoose()
  return made
}

/** The words of paragraphs and headings, with a blank line between each two. */
export function wordsOf(nodes: readonly EditorNode[]): RichTextInline[] {
  const run: RichTextInline[] = []
  for (const [i, node] of nodes.entries()) {
    if (i > 0) addText(run, blank)
    const inlines = inlinesOf(childrenOf(node), node.type === 'heading' ? { bold: true } : {})
    for (const inline of inlines) addElement(run, inline, inline.style)
  }
  return withoutEnd(run)
}
