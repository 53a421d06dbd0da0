import type { RichTextInline, RichTextLink, RichTextStyle } from '#block'
import { addText } from '#inlineRun'
import { safeHref } from '#links'
import { type EditorMark, type EditorNode, flags, mentioned } from './node.ts'

/** Inline elements as paragraphs: blank lines of the text part them. There is always one, though it may be empty. */
export function paragraphsOf(elements: readonly RichTextInline[]): EditorNode[] {
  const paragraphs: EditorNode[][] = [[]]
  for (const inline of withoutEnd(plainBlanks(merged(elements)))) {
    const parts = inline.type === 'text' ? inline.text.split(blank) : [inline]
    for (const [i, part] of parts.entries()) {
      if (i > 0) paragraphs.push([])
      const into = paragraphs.at(-1) ?? []
      if (typeof part === 'string') addLines(into, part, marksOf(inline.style))
      else addInline(into, part, addLines)
    }
  }
  return paragraphs.map((content) => ({ type: 'paragraph', ...(content.length > 0 ? { content } : {}) }))
}

export const blank = '\n\n'

/** Blank lines without a style, whatever stands around them. */
function plainBlanks(elements: readonly RichTextInline[]): RichTextInline[] {
  const run: RichTextInline[] = []
  for (const inline of elements) {
    if (inline.type !== 'text') run.push(inline)
    else {
      for (const [i, text] of inline.text.split(blank).entries()) {
        if (i > 0) addText(run, blank)
        addText(run, text, inline.style)
      }
    }
  }
  return run
}

/** [RT-4] Inline elements as the content of a code block: without styles, its line breaks in the text; links are links. */
export function codeContent(elements: readonly RichTextInline[]): EditorNode[] {
  const content: EditorNode[] = []
  for (const { style: _, ...inline } of merged(elements)) addInline(content, inline, addString)
  return content
}

type Add = (into: EditorNode[], text: string, marks: readonly EditorMark[]) => void

function addInline(into: EditorNode[], inline: RichTextInline, add: Add): void {
  switch (inline.type) {
    case 'text':
      return add(into, inline.text, marksOf(inline.style))
    case 'link':
      return add(into, inline.text ?? inline.url, [linkMark(inline), ...marksOf(inline.style)])
    case 'user':
    case 'usergroup':
    case 'channel':
    case 'broadcast': {
      const { type: kind, style, ...fields } = inline
      const id = Object.entries(fields).find(([name]) => name === mentioned[kind])?.[1]
      into.push(atom('mention', { kind, id }, style))
      return
    }
    default: {
      const { type, style, ...fields } = inline
      into.push(atom(type, fields, style))
    }
  }
}

function linkMark({ url: href, unsafe }: RichTextLink): EditorMark {
  return { type: 'link', attrs: { href, ...(unsafe ? { unsafe } : {}) } }
}

function atom(type: string, fields: object, style: RichTextStyle = {}): EditorNode {
  const { unlink, client_highlight } = style
  const attrs = { ...fields, ...(unlink ? { unlink } : {}), ...(client_highlight ? { client_highlight } : {}) }
  return { type, attrs, ...marked(marksOf(style)) }
}

function marksOf(style: RichTextStyle = {}): EditorMark[] {
  return flags.filter((flag) => style[flag]).map((type) => ({ type }))
}

function marked(marks: readonly EditorMark[]): { marks?: readonly EditorMark[] } {
  return marks.length > 0 ? { marks } : {}
}

function addLines(into: EditorNode[], text: string, marks: readonly EditorMark[]): void {
  for (const [i, line] of text.split('\n').entries()) {
    if (i > 0) into.push({ type: 'hardBreak', ...marked(marks) })
    addString(into, line, marks)
  }
}

/** Neighbours with the same marks are one text, as an editor keeps them. */
function addString(into: EditorNode[], text: string, marks: readonly EditorMark[]): void {
  if (text === '') return
  const last = into.at(-1)
  const joined = last?.text !== undefined && JSON.stringify(last.marks ?? []) === JSON.stringify(marks)
  if (joined) into.splice(-1, 1, { ...last, text: last.text + text })
  else into.push({ type: 'text', text, ...marked(marks) })
}

/** [RT-8] An address that leads nowhere is no link in an editor either, but its label. */
function isNoLink(inline: RichTextInline): inline is RichTextLink {
  return inline.type === 'link' && safeHref(inline.url) === undefined
}

/** Text that stands side by side with the same look, as one. */
function merged(elements: readonly RichTextInline[]): RichTextInline[] {
  const run: RichTextInline[] = []
  for (const inline of elements) {
    const text = inline.type === 'text' ? inline.text : isNoLink(inline) ? (inline.text ?? inline.url) : undefined
    if (text === undefined) run.push(inline)
    else addText(run, text, setFlags(inline.style))
  }
  return run
}

function setFlags(style: RichTextStyle = {}): RichTextStyle {
  return Object.fromEntries(flags.filter((flag) => style[flag]).map((flag) => [flag, true]))
}

/** Without the line breaks that the text ends in: they show nothing. */
export function withoutEnd(run: readonly RichTextInline[]): RichTextInline[] {
  const kept = [...run]
  for (let last = kept.pop(); last; last = kept.pop()) {
    if (last.type !== 'text') return [...kept, last]
    const text = last.text.replace(/\n+$/, '')
    if (text !== '') return [...kept, { ...last, text }]
  }
  return []
}
