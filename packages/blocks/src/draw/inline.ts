import type { RichTextDate, RichTextInline, RichTextStyle } from '#types'
import { formatDate } from '#dates'
import { fallbackText } from '#richText/fallbackText'
import { groupLinks } from '#richText/groupLinks'
import { drawEmoji, drawPlainText } from './emoji.ts'
import { drawLink } from './link.ts'
import { type DrawnNode, element, type Part } from './tree.ts'
import { drawOnce, type Viewer } from './viewer.ts'

export function drawInlines(elements: readonly RichTextInline[], viewer: Viewer): DrawnNode[] {
  return groupLinks(elements).flatMap((group) => {
    const [inline] = group
    if (!inline) return []
    if (group.length > 1) return drawLinks(group, viewer)
    return inline.type === 'text' && !inline.style
      ? [inline.text]
      : drawOnce(viewer, inline, () => applyStyle(inline.style ?? {}, drawUnstyled(inline, viewer)))
  })
}

/** Draws links side by side that have one address as one link. [RT-8] is about the whole label. */
function drawLinks(group: readonly RichTextInline[], viewer: Viewer): DrawnNode[] {
  const links = group.filter((inline) => inline.type === 'link')
  const [first] = links
  if (!first) return []
  const label = links.flatMap(({ text = '', style = {} }) => applyStyle(style, drawPlainText(text, viewer)))
  return drawLink({ ...first, text: links.map(({ text }) => text).join('') }, label)
}

/** [RT-4] Draws an inline element of preformatted text as plain text. Links stay links. */
export function drawLiteral(inline: RichTextInline, viewer: Viewer): DrawnNode[] {
  return inline.type === 'link' ? drawLink(inline) : [inlineText(inline, viewer)]
}

function drawUnstyled(inline: RichTextInline, viewer: Viewer): DrawnNode[] {
  switch (inline.type) {
    case 'text':
      return [inline.text]
    case 'link':
      return drawLink(inline, inline.text === undefined ? undefined : drawPlainText(inline.text, viewer))
    case 'user':
      return [drawMention('mention', inline, viewer, inline.user_id === viewer.userId)]
    case 'usergroup':
      return [drawMention('mention', inline, viewer, isMember(viewer, inline.usergroup_id))]
    case 'channel':
      return [drawMention('channel', inline, viewer, false)]
    case 'broadcast':
      return [element('span', { part: 'mention', 'data-self': 'true', source: inline }, inlineText(inline, viewer))]
    case 'color':
      return drawColor(inline.value)
    case 'date':
      return drawDate(inline, viewer)
    case 'emoji':
      return [drawEmoji(inline, viewer)]
    default: {
      const label = fallbackText(inline)
      return inline.url ? drawLink({ type: 'link', url: inline.url, text: label }) : [label]
    }
  }
}

/** Draws a mention. With the flag `unlink`, only the name is drawn. */
function drawMention(part: Part, inline: RichTextInline, viewer: Viewer, isViewer: boolean): DrawnNode {
  const style: RichTextStyle = inline.style ?? {}
  const self = isViewer || style.client_highlight ? 'true' : undefined
  return element(
    'span',
    { source: inline, ...(style.unlink ? {} : { part, 'data-self': self }) },
    inlineText(inline, viewer),
  )
}

function isMember(viewer: Viewer, group: string): boolean {
  return viewer.usergroup(group)?.mine === true
}

function drawDate(date: RichTextDate, viewer: Viewer): DrawnNode[] {
  const text = dateText(date, viewer)
  const shown = date.url === undefined ? [text] : drawLink({ type: 'link', url: date.url, text })
  return [element('time', { part: 'date', source: date }, shown)]
}

function dateText(date: RichTextDate, { date: viewer }: Viewer): string {
  if (!viewer) return date.fallback ?? formatDate(date, { timeZone: 'UTC', now: 0 })
  return formatDate(date, date.timezone === undefined ? viewer : { ...viewer, timeZone: date.timezone })
}

const hexColor = /^#?(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** A swatch and the colour's value. Only a strict hex value reaches the style attribute. */
function drawColor(value: string): DrawnNode[] {
  if (!hexColor.test(value)) return [value]
  const swatch = value.startsWith('#') ? value : `#${value}`
  const square = element('span', { part: 'swatch', colour: swatch, 'aria-hidden': 'true' })
  return [element('span', { part: 'colour' }, square, value)]
}

/** The plain text of an inline element. */
export function inlineText(inline: RichTextInline, viewer: Viewer): string {
  switch (inline.type) {
    case 'text':
      return inline.text
    case 'link':
      return inline.text ?? inline.url
    case 'user':
      return `@${viewer.user(inline.user_id) ?? inline.user_id}`
    case 'usergroup':
      return `@${viewer.usergroup(inline.usergroup_id)?.handle.replace(/^@/, '') ?? inline.usergroup_id}`
    case 'channel':
      return `#${viewer.channel(inline.channel_id) ?? inline.channel_id}`
    case 'broadcast':
      return `@${inline.range}`
    case 'color':
      return inline.value
    case 'date':
      return dateText(inline, viewer)
    case 'emoji':
      return `:${inline.name}:`
    default:
      return fallbackText(inline)
  }
}

function applyStyle(style: RichTextStyle, content: readonly DrawnNode[]): DrawnNode[] {
  let drawn = [...content]
  if (style.code) drawn = [element('code', { part: 'code-chip' }, drawn)]
  if (style.bold) drawn = [element('strong', {}, drawn)]
  if (style.italic) drawn = [element('em', {}, drawn)]
  if (style.strike) drawn = [element('s', {}, drawn)]
  if (style.underline) drawn = [element('u', {}, drawn)]
  if (style.highlight) drawn = [element('mark', {}, drawn)]
  return drawn
}
