import type { Block, RichTextDate, RichTextEmoji, RichTextInline, RichTextLink } from '#block'
import { elementsFromMrkdwn } from '#mrkdwn/parse'
import { otherText } from '#otherText'
import { textOfBlocks, type Voice } from '#textOfBlocks'

/** Reads the older text format into one rich_text block. */
export function blocksFromMrkdwn(text: string): Block[] {
  const elements = elementsFromMrkdwn(text)
  return elements.length > 0 ? [{ type: 'rich_text', elements }] : []
}

export type MrkdwnNames = {
  /** A channel's name, which then stands behind its id; undefined where it is not for all who may read the text. */
  channel(id: string): string | undefined
}

/** The `text` of a message made of blocks: what notifications, search and old clients read. Without `names`, ids alone. */
export function mrkdwnFromBlocks(blocks: readonly Block[], names?: MrkdwnNames): string {
  return textOfBlocks(blocks, names ? voiceWith(names) : nameless)
}

function voiceWith(names: MrkdwnNames): Voice {
  return {
    inline: (element) => marked(bare(element, names), element.style ?? {}),
    literal: (element) => (element.type === 'link' ? escaped(element.text ?? element.url) : bare(element, names)),
    object: (text) => (text.type === 'mrkdwn' ? text.text : escaped(text.text)),
    plain: escaped,
    quote: '&gt; ',
    fence: '```',
  }
}

const nameless = voiceWith({ channel: () => undefined })

function bare(element: RichTextInline, names: MrkdwnNames): string {
  switch (element.type) {
    case 'text':
      return escaped(element.text)
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
      return `:${emojiName(element)}:`
    default:
      return escaped(otherText(element))
  }
}

function channelText(id: string, name: string | undefined): string {
  return name === undefined ? `<#${id}>` : `<#${id}|${escaped(name)}>`
}

function linkText({ url, text }: RichTextLink): string {
  const target = escaped(url.replaceAll('|', '%7C').replaceAll('<', '%3C').replaceAll('>', '%3E'))
  return text === undefined ? `<${target}>` : `<${target}|${escaped(text).replaceAll('\n', ' ')}>`
}

function dateText({ timestamp, format, url, fallback }: RichTextDate): string {
  const target = url === undefined ? '' : `^${escaped(url)}`
  const shown = fallback ?? isoTime(timestamp)
  return `<!date^${timestamp}^${escaped(format)}${target}|${escaped(shown)}>`
}

function isoTime(timestamp: number): string {
  const date = new Date(timestamp * 1000)
  return Number.isNaN(date.getTime()) ? String(timestamp) : date.toISOString()
}

function emojiName({ name, skin_tone }: RichTextEmoji): string {
  return skin_tone === undefined || skin_tone === 1 || name.includes('::') ? name : `${name}::skin-tone-${skin_tone}`
}

/** The marks go around the words: white space at their ends stays outside, and alone it has none. */
function marked(text: string, style: NonNullable<RichTextInline['style']>): string {
  const words = text.trim()
  if (words === '') return text
  let inside = words
  if (style.code) inside = `\`${inside}\``
  if (style.bold) inside = `*${inside}*`
  if (style.italic) inside = `_${inside}_`
  if (style.strike) inside = `~${inside}~`
  const start = text.indexOf(words)
  return text.slice(0, start) + inside + text.slice(start + words.length)
}

/** Text that says in mrkdwn what it says as it is. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
