import type { Block, RichTextDate, RichTextInline, RichTextLink } from './types.ts'
import { formatIsoTime } from '#dates/isoTime'
import { nameWithTone } from '#emoji/nameWithTone'
import { elementsFromMrkdwn } from '#mrkdwn/parse'
import { fallbackText } from '#richText/fallbackText'
import { formatBlocks, type TextFormat } from '#text/blockText'

/** Parses mrkdwn into one rich_text block; no block for an empty text. */
export function blocksFromMrkdwn(text: string): Block[] {
  const elements = elementsFromMrkdwn(text)
  return elements.length > 0 ? [{ type: 'rich_text', elements }] : []
}

/** The names that mrkdwn may contain in addition to ids. */
export type MrkdwnNames = {
  /** A channel's name, to be written behind its id; undefined if some readers of the text may not know it. */
  channel(id: string): string | undefined
}

/** Writes blocks as mrkdwn: the `text` of a message that has blocks. Without `names`, channels are written as ids alone. */
export function mrkdwnFromBlocks(blocks: readonly Block[], names?: MrkdwnNames): string {
  return formatBlocks(blocks, names ? createFormat(names) : formatWithoutNames)
}

function createFormat(names: MrkdwnNames): TextFormat {
  return {
    inline: (element) => addMarks(unstyledText(element, names), element.style ?? {}),
    literal: (element) =>
      element.type === 'link' ? escapeMrkdwn(element.text ?? element.url) : unstyledText(element, names),
    textObject: (text) => (text.type === 'mrkdwn' ? text.text : escapeMrkdwn(text.text)),
    plain: escapeMrkdwn,
    quote: '&gt; ',
    fence: '```',
  }
}

const formatWithoutNames = createFormat({ channel: () => undefined })

function unstyledText(element: RichTextInline, names: MrkdwnNames): string {
  switch (element.type) {
    case 'text':
      return escapeMrkdwn(element.text)
    case 'link':
      return linkText(element)
    case 'user':
      return `<@${element.user_id}>`
    case 'channel':
      return channelText(element.channel_id, names.channel(element.channel_id))
    case 'usergroup':
      return `<!subteam^${element.usergroup_id}>`
    case 'broadcast':
      return `<!${element.range}>`
    case 'color':
      return element.value
    case 'date':
      return dateText(element)
    case 'emoji':
      return `:${nameWithTone(element)}:`
    default:
      return escapeMrkdwn(fallbackText(element))
  }
}

function channelText(id: string, name: string | undefined): string {
  return name === undefined ? `<#${id}>` : `<#${id}|${escapeMrkdwn(name)}>`
}

function linkText({ url, text }: RichTextLink): string {
  const target = escapeMrkdwn(url.replaceAll('|', '%7C').replaceAll('<', '%3C').replaceAll('>', '%3E'))
  return text === undefined ? `<${target}>` : `<${target}|${escapeMrkdwn(text).replaceAll('\n', ' ')}>`
}

function dateText({ timestamp, format, url, fallback }: RichTextDate): string {
  const target = url === undefined ? '' : `^${escapeMrkdwn(url)}`
  const shown = fallback ?? formatIsoTime(timestamp)
  return `<!date^${timestamp}^${escapeMrkdwn(format)}${target}|${escapeMrkdwn(shown)}>`
}

/** Puts marks around the words. White space at the ends stays outside the marks. */
function addMarks(text: string, style: NonNullable<RichTextInline['style']>): string {
  const words = text.trim()
  if (words === '') return text
  let result = words
  if (style.code) result = `\`${result}\``
  if (style.bold) result = `*${result}*`
  if (style.italic) result = `_${result}_`
  if (style.strike) result = `~${result}~`
  const start = text.indexOf(words)
  return text.slice(0, start) + result + text.slice(start + words.length)
}

/** Escapes `&`, `<` and `>`, so that mrkdwn shows the text as it is. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
