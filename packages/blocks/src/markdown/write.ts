import type { RichTextBlock, RichTextElement, RichTextInline, RichTextStyle } from '#types'
import { fallbackText } from '#richText/fallbackText'
import { listStarts } from '#richText/listMarkers'

/**
 * Writes a rich text as Markdown, for fields that hold only text. What Markdown would read as a mark is escaped. Mentions,
 * dates and emoji are written as in mrkdwn; underlines and colours are lost.
 */
export function markdownFromRichText({ elements }: Pick<RichTextBlock, 'elements'>): string {
  const starts = listStarts(elements)
  let text = ''
  let before: RichTextElement | undefined
  for (const element of elements) {
    const start = element.type === 'rich_text_list' ? (starts.get(element) ?? 1) : 1
    const written = write(element, start)
    if (written === '') continue
    const continues = before?.type === 'rich_text_list' && element.type === 'rich_text_list'
    text += `${text === '' ? '' : continues ? '\n' : '\n\n'}${written}`
    before = element
  }
  return text
}

function write(element: RichTextElement, start: number): string {
  switch (element.type) {
    case 'rich_text_section':
      return escapeLines(runOf(element.elements)).replace(/(?<!\n)\n+$/, '')
    case 'rich_text_quote':
      return escapeLines(runOf(element.elements)).replace(/^/gm, '> ')
    case 'rich_text_preformatted': {
      const code = element.elements.map(literalOf).join('')
      const fence = '`'.repeat(Math.max(3, longestRun(code) + 1))
      return `${fence}${element.language ?? ''}\n${code}\n${fence}`
    }
    case 'rich_text_list': {
      const indent = '    '.repeat(element.indent ?? 0)
      return element.elements
        .map((item, i) => {
          const marker = element.style === 'ordered' ? `${start + i}.` : '-'
          return `${indent}${marker} ${escapeLines(runOf(item.elements)).replaceAll(/\n+/g, `\n${indent}    `)}`
        })
        .join('\n')
    }
  }
}

function runOf(elements: readonly RichTextInline[]): string {
  return elements.map(inlineOf).join('')
}

function inlineOf(element: RichTextInline): string {
  switch (element.type) {
    case 'text':
      return element.style?.code ? codeOf(element.text, element.style) : marked(escapeText(element.text), element.style)
    case 'link':
      return marked(linkOf(element.url, element.text), element.style)
    default:
      return marked(literalOf(element), 'style' in element ? element.style : undefined)
  }
}

/** What an element is without styles. */
function literalOf(element: RichTextInline): string {
  switch (element.type) {
    case 'text':
      return element.text
    case 'link':
      return element.text ?? element.url
    case 'user':
      return `<@${element.user_id}>`
    case 'channel':
      return `<#${element.channel_id}>`
    case 'usergroup':
      return `<!subteam^${element.usergroup_id}>`
    case 'broadcast':
      return `<!${element.range}>`
    case 'emoji':
      return `:${element.name}${element.skin_tone ? `::skin-tone-${element.skin_tone}` : ''}:`
    case 'color':
      return element.value
    case 'date': {
      const { timestamp, format, url, fallback } = element
      return `<!date^${timestamp}^${format}${url ? `^${url}` : ''}|${fallback ?? format}>`
    }
    default:
      return fallbackText(element)
  }
}

function linkOf(url: string, label: string | undefined): string {
  if (label === undefined || label === url) return url
  const address = url
    .replaceAll(/[\s<>]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
  return `[${escapeText(label)}](${address})`
}

function codeOf(text: string, style: RichTextStyle): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : ''
  return marked(`${fence}${pad}${text}${pad}${fence}`, style)
}

/** How many backticks there are in a row. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0)
}

/** Puts marks around the words of each line: Markdown has none around spaces. */
function marked(text: string, { bold, italic, strike }: RichTextStyle = {}): string {
  const open = `${strike ? '~~' : ''}${bold ? '**' : ''}${italic ? '*' : ''}`
  if (open === '') return text
  const close = [...open].reverse().join('')
  return text.replaceAll(/[^\n]+/g, (line) => {
    const words = line.trim()
    if (words === '') return line
    const start = line.indexOf(words)
    return `${line.slice(0, start)}${open}${words}${close}${line.slice(start + words.length)}`
  })
}

/** Escapes what would begin a mark, a link, a mention or an emoji. Underscores inside a word are none. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\\`*~[\]]|<(?=[\w@#!/])|&(?=#?\w+;)|(?<![\p{L}\p{N}]):(?=[a-z0-9_+'-]+:)/gu, String.raw`\$&`)
    .replaceAll(/(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])|(_+)/gu, (run, outside: string | undefined) =>
      outside === undefined ? run : String.raw`\_`.repeat(run.length),
    )
}

/** Escapes what would begin a heading, a quote, a list, a table or a line at the start of a line. */
function escapeLines(text: string): string {
  return text
    .replaceAll(/^( {0,3})(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=]+[^\S\n]*$|\|)/gm, String.raw`$1\$2`)
    .replaceAll(/^( {0,3}\d{1,9})([.)](?=\s|$))/gm, String.raw`$1\$2`)
}
