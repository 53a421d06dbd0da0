import type { RichTextInline, RichTextLink, RichTextStyle } from '#types'
import { addText } from '#richText/inlineRun'
import { safeHref } from '#links'
import { type EditorMark, type EditorNode, styleFlags, mentionIdFields } from './node.ts'

/** Converts inline elements to paragraphs, which blank lines separate. There is at least one, which may be empty. */
export function paragraphsOf(elements: readonly RichTextInline[]): EditorNode[] {
  const paragraphs: EditorNode[][] = [[]]
  for (const inline of trimLineBreaks(unstyleBlankLines(mergeTexts(elements)))) {
    const parts = inline.type === 'text' ? inline.text.split(blankLine) : [inline]
    for (const [i, part] of parts.entries()) {
      if (i > 0) paragraphs.push([])
      const into = paragraphs.at(-1) ?? []
      if (typeof part === 'string') addLines(into, part, marksOf(inline.style))
      else addInline(into, part, addLines)
    }
  }
  return paragraphs.map((content) => ({ type: 'paragraph', ...(content.length > 0 ? { content } : {}) }))
}

export const blankLine = '\n\n'

/** Removes the style of blank lines. */
function unstyleBlankLines(elements: readonly RichTextInline[]): RichTextInline[] {
  const run: RichTextInline[] = []
  for (const inline of elements) {
    if (inline.type !== 'text') run.push(inline)
    else {
      for (const [i, text] of inline.text.split(blankLine).entries()) {
        if (i > 0) addText(run, blankLine)
        addText(run, text, inline.style)
      }
    }
  }
  return run
}

/** [RT-4] Converts inline elements to the content of a code block: text without styles, but with links. */
export function codeContent(elements: readonly RichTextInline[]): EditorNode[] {
  const content: EditorNode[] = []
  for (const { style: _, ...inline } of mergeTexts(elements)) addInline(content, inline, addString)
  return content
}

type AddText = (into: EditorNode[], text: string, marks: readonly EditorMark[]) => void

function addInline(into: EditorNode[], inline: RichTextInline, add: AddText): void {
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
      const id = Object.entries(fields).find(([name]) => name === mentionIdFields[kind])?.[1]
      into.push(atomNode('mention', { kind, id }, style))
      return
    }
    default: {
      const { type, style, ...fields } = inline
      into.push(atomNode(type, fields, style))
    }
  }
}

function linkMark({ url: href, unsafe }: RichTextLink): EditorMark {
  return { type: 'link', attrs: { href, ...(unsafe ? { unsafe } : {}) } }
}

function atomNode(type: string, fields: object, style: RichTextStyle = {}): EditorNode {
  const { unlink, client_highlight } = style
  const attrs = { ...fields, ...(unlink ? { unlink } : {}), ...(client_highlight ? { client_highlight } : {}) }
  return { type, attrs, ...marksField(marksOf(style)) }
}

function marksOf(style: RichTextStyle = {}): EditorMark[] {
  return styleFlags.filter((flag) => style[flag]).map((type) => ({ type }))
}

function marksField(marks: readonly EditorMark[]): { marks?: readonly EditorMark[] } {
  return marks.length > 0 ? { marks } : {}
}

function addLines(into: EditorNode[], text: string, marks: readonly EditorMark[]): void {
  for (const [i, line] of text.split('\n').entries()) {
    if (i > 0) into.push({ type: 'hardBreak', ...marksField(marks) })
    addString(into, line, marks)
  }
}

/** Appends text. Neighbours with the same marks become one text node, as editors keep them. */
function addString(into: EditorNode[], text: string, marks: readonly EditorMark[]): void {
  if (text === '') return
  const last = into.at(-1)
  const joined = last?.text !== undefined && JSON.stringify(last.marks ?? []) === JSON.stringify(marks)
  if (joined) into.splice(-1, 1, { ...last, text: last.text + text })
  else into.push({ type: 'text', text, ...marksField(marks) })
}

/** [RT-8] A link that `safeHref` refuses becomes its label. */
function isUnsafeLink(inline: RichTextInline): inline is RichTextLink {
  return inline.type === 'link' && safeHref(inline.url) === undefined
}

/** Merges neighbouring texts of the same style. */
function mergeTexts(elements: readonly RichTextInline[]): RichTextInline[] {
  const run: RichTextInline[] = []
  for (const inline of elements) {
    const text = inline.type === 'text' ? inline.text : isUnsafeLink(inline) ? (inline.text ?? inline.url) : undefined
    if (text === undefined) run.push(inline)
    else addText(run, text, trueFlags(inline.style))
  }
  return run
}

function trueFlags(style: RichTextStyle = {}): RichTextStyle {
  return Object.fromEntries(styleFlags.filter((flag) => style[flag]).map((flag) => [flag, true]))
}

/** Removes the line breaks at the end of a text, which show nothing. */
export function trimLineBreaks(run: readonly RichTextInline[]): RichTextInline[] {
  const kept = [...run]
  for (let last = kept.pop(); last; last = kept.pop()) {
    if (last.type !== 'text') return [...kept, last]
    const text = last.text.replace(/\n+$/, '')
    if (text !== '') return [...kept, { ...last, text }]
  }
  return []
}
