import type { RichTextBlock, RichTextElement, RichTextInline, RichTextList, RichTextPreformatted } from '#types'
import { listStarts } from '#richText/listMarkers'
import { drawInlines, drawLiteral } from './inline.ts'
import { drawLists } from './lists.ts'
import { type DrawnNode, element } from './tree.ts'
import { drawOnce, type Viewer } from './viewer.ts'

/** Draws the elements of a rich text in order. `end` comes after its last words. */
export function drawRichText(block: RichTextBlock, viewer: Viewer, end: readonly DrawnNode[] = []): DrawnNode[] {
  const { elements } = block
  const starts = listStarts(elements)
  const drawn: DrawnNode[] = []
  for (let i = 0; i < elements.length; i++) {
    const part = elements[i]
    if (!part) continue
    let lists: RichTextList[] = []
    for (let next = elements[i]; next?.type === 'rich_text_list'; next = elements[++i]) lists.push(next)
    if (lists.length > 0) i--
    const behind = i === elements.length - 1 ? end : []
    if (part.type === 'rich_text_list') drawn.push(...drawLists(lists, starts, viewer, behind))
    else drawn.push(...drawPart(part, viewer, behind))
  }
  return drawn
}

function drawPart(
  part: Exclude<RichTextElement, RichTextList>,
  viewer: Viewer,
  end: readonly DrawnNode[],
): readonly DrawnNode[] {
  if (end.length > 0) return drawNewPart(part, viewer, end)
  return drawOnce(viewer, part, () => drawNewPart(part, viewer, end))
}

function drawNewPart(
  part: Exclude<RichTextElement, RichTextList>,
  viewer: Viewer,
  end: readonly DrawnNode[],
): DrawnNode[] {
  switch (part.type) {
    case 'rich_text_section':
      return drawParagraphs(part.elements, viewer, end)
    case 'rich_text_quote':
      return part.elements.length === 0
        ? [...end]
        : [element('blockquote', { part: 'quote', dir: 'auto' }, drawInlines(part.elements, viewer), end)]
    case 'rich_text_preformatted':
      return part.elements.length === 0 && end.length === 0 ? [] : [drawCode(part, viewer, end)]
    default:
      return []
  }
}

/** Draws a section as paragraphs, which blank lines separate. Line breaks at its end are dropped. */
function drawParagraphs(elements: readonly RichTextInline[], viewer: Viewer, end: readonly DrawnNode[]): DrawnNode[] {
  const paragraphs: RichTextInline[][] = [[]]
  for (const inline of elements) {
    if (inline.type !== 'text' || !inline.text.includes('\n\n')) {
      paragraphs.at(-1)?.push(inline)
      continue
    }
    for (const [i, text] of inline.text.split(/\n{2,}/).entries()) {
      if (i > 0) paragraphs.push([])
      if (text !== '') paragraphs.at(-1)?.push({ ...inline, text })
    }
  }
  const shown = paragraphs.filter((paragraph) => paragraph.length > 0)
  if (shown.length === 0 && end.length > 0) shown.push([])
  return shown.map((paragraph, i) =>
    element('p', { part: 'words', dir: 'auto' }, drawInlines(paragraph, viewer), i === shown.length - 1 ? end : []),
  )
}

function drawCode(code: RichTextPreformatted, viewer: Viewer, end: readonly DrawnNode[]): DrawnNode {
  const label = code.language ? `Code, ${code.language}` : 'Code'
  return element(
    'div',
    {
      part: 'code',
      source: code,
      'data-border': code.border === 1 ? 'true' : undefined,
      'data-open': end.length > 0 ? 'true' : undefined,
    },
    code.language ? element('span', { part: 'language', 'aria-hidden': 'true' }, code.language) : undefined,
    element(
      'pre',
      // A scrollable box has to be reachable by keyboard.
      { part: 'code-body', dir: 'ltr', tabindex: 0, role: 'group', 'aria-label': label },
      element(
        'code',
        {},
        code.elements.flatMap((inline) => drawLiteral(inline, viewer)),
        end,
      ),
    ),
  )
}
