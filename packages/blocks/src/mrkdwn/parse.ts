import type { RichTextElement } from '#types'
import { cutAtLastMark } from '#markdown/parse/marks'
import { decodeEntities } from './angleBrackets.ts'
import { inlineFromMrkdwn } from './inline.ts'

/** Parses mrkdwn into sections, quotes and preformatted text. mrkdwn has no lists. */
export function elementsFromMrkdwn(text: string): RichTextElement[] {
  const { read, rest } = cutAtLastMark(text)
  if (rest === '') return readElements(text)
  return [
    ...readElements(read),
    { type: 'rich_text_section', elements: [{ type: 'text', text: decodeEntities(rest) }] },
  ]
}

function readElements(text: string): RichTextElement[] {
  return text.split(/(```[^]*?```)/).flatMap((part, i, parts) => {
    if (i % 2 === 1) return codeOf(part)
    // A newline next to a code block only separates it.
    const rest = part.slice(i > 0 && part.startsWith('\n') ? 1 : 0)
    return linesOf(i < parts.length - 1 && rest.endsWith('\n') ? rest.slice(0, -1) : rest)
  })
}

function codeOf(fenced: string): RichTextElement[] {
  const text = decodeEntities(fenced.slice(3, -3).replace(/^\n/, '').replace(/\n$/, ''))
  return text === '' ? [] : [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }], border: 0 }]
}

function linesOf(text: string): RichTextElement[] {
  if (text === '') return []
  const elements: RichTextElement[] = []
  const lines = text.split('\n')
  let from = 0
  while (from < lines.length) {
    const first = lines[from] ?? ''
    if (/^(?:&gt;|>){3}/.test(first)) {
      add(elements, 'rich_text_quote', [first.replace(/^(?:&gt;|>){3} ?/, ''), ...lines.slice(from + 1)])
      break
    }
    let to = from
    while (to < lines.length && isQuote(lines[to] ?? '') === isQuote(first)) to++
    const part = lines.slice(from, to)
    if (isQuote(first))
      add(
        elements,
        'rich_text_quote',
        part.map((line) => line.replace(/^(?:&gt;|>) ?/, '')),
      )
    else add(elements, 'rich_text_section', part)
    from = to
  }
  return elements
}

function add(
  elements: RichTextElement[],
  type: 'rich_text_section' | 'rich_text_quote',
  lines: readonly string[],
): void {
  const inline = inlineFromMrkdwn(lines.join('\n'))
  if (inline.length > 0) elements.push({ type, elements: inline })
}

function isQuote(line: string): boolean {
  return /^(?:&gt;|>)/.test(line)
}
