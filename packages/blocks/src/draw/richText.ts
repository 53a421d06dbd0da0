import type { RichTextBlock, RichTextElement, RichTextInline, RichTextList, RichTextPreformatted } from '#block'
import { listStarts } from '#listMarkers'
import { drawInlines, drawLiteral } from './inline.ts'
import { drawLists } from './lists.ts'
import { type Drawn, element } from './tree.ts'
import { remembered, type Viewer } from './viewer.ts'

/** The parts of a rich text, one after the other; `end` stands behind its last words. */
export function drawRichText(block: RichTextBlock, viewer: Viewer, end: readonly Drawn[] = []): Drawn[] {
  const { elements } = block
  const starts = listStarts(elements)
  const drawn: Drawn[] = []
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
  end: readonly Drawn[],
): readonly Drawn[] {
  if (end.length > 0) return makePart(part, viewer, end)
  return remembered(viewer, part, () => makePart(part, viewer, end))
}

function makePart(part: Exclude<RichTextElement, RichTextList>, viewer: Viewer, end: readonly Drawn[]): Drawn[] {
  switch (part.type) {
    case 'rich_text_section':
      return drawParagraphs(part.elements, viewer, end)
    case 'rich_text_quote':
      return part.elements.length === 0
        ? [...end]
        : [element('blockquote', { part: 'quote' }, drawInlines(part.elements, viewer), end)]
    case 'rich_text_preformatted':
      return part.elements.length === 0 && end.length === 0 ? [] : [drawCode(part, viewer, end)]
    default:
      return []
  }
}

/** A section's paragraphs: blank lines part them. A section that ends in line breaks ends without them. */
function drawParagraphs(elements: readonly RichTextInline[], viewer: Viewer, end: readonly Drawn[]): Drawn[] {
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
  const said = paragraphs.filter((paragraph) => paragraph.length > 0)
  if (said.length === 0 && end.length > 0) said.push([])
  return said.map((paragraph, i) =>
    element('p', { part: 'words' }, drawInlines(paragraph, viewer), i === said.length - 1 ? end : []),
  )
}

function drawCode(code: RichTextPreformatted, viewer: Viewer, end: readonly Drawn[]): Drawn {
  const label = code.language ? `Code, ${code.language}` : 'Code'
  return element(
    'div',
    {
      part: 'code',
      of: code,
      'data-border': code.border === 1 ? 'true' : undefined,
      'data-open': end.length > 0 ? 'true' : undefined,
    },
    code.language ? element('span', { part: 'language', 'aria-hidden': 'true' }, code.language) : undefined,
    element(
      'pre',
      // What scrolls must be reachable by keyboard.
      { part: 'code-body', tabindex: 0, role: 'group', 'aria-label': label },
      element(
        'code',
        {},
        code.elements.flatMap((inline) => drawLiteral(inline, viewer)),
        end,
      ),
    ),
  )
}
