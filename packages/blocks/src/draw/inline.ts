import type { RichTextDate, RichTextInline, RichTextStyle } from '#block'
import { formatDate } from '#dates'
import { otherText } from '#otherText'
import { drawEmoji } from './emoji.ts'
import { drawLink } from './link.ts'
import { type Drawn, element, type Part } from './tree.ts'
import { remembered, type Viewer } from './viewer.ts'

export function drawInlines(elements: readonly RichTextInline[], viewer: Viewer): Drawn[] {
  return elements.flatMap((inline) =>
    inline.type === 'text' && !inline.style
      ? [inline.text]
      : remembered(viewer, inline, () => styled(inline.style ?? {}, bare(inline, viewer))),
  )
}

/** [RT-4] What an element of preformatted text says, without its look; links stay links. */
export function drawLiteral(inline: RichTextInline, viewer: Viewer): Drawn[] {
  return inline.type === 'link' ? drawLink(inline) : [spoken(inline, viewer)]
}

function bare(inline: RichTextInline, viewer: Viewer): Drawn[] {
  switch (inline.type) {
    case 'text':
      return [inline.text]
    case 'link':
      return drawLink(inline)
    case 'user':
      return [mention('mention', inline, viewer, inline.user_id === viewer.you)]
    case 'usergroup':
      return [mention('mention', inline, viewer, inMembers(viewer, inline.usergroup_id))]
    case 'channel':
      return [mention('channel', inline, viewer, false)]
    case 'broadcast':
      return [element('span', { part: 'mention', 'data-self': 'true', of: inline }, spoken(inline, viewer))]
    case 'color':
      return colour(inline.value)
    case 'date':
      return drawDate(inline, viewer)
    case 'emoji':
      return [drawEmoji(inline, viewer)]
    default: {
      const label = otherText(inline)
      return inline.url ? drawLink({ type: 'link', url: inline.url, text: label }) : [label]
    }
  }
}

/** A mention that is not to link is the name alone. */
function mention(part: Part, inline: RichTextInline, viewer: Viewer, you: boolean): Drawn {
  const style: RichTextStyle = inline.style ?? {}
  const self = you || style.client_highlight ? 'true' : undefined
  return element('span', { of: inline, ...(style.unlink ? {} : { part, 'data-self': self }) }, spoken(inline, viewer))
}

function inMembers(viewer: Viewer, group: string): boolean {
  return viewer.you !== undefined && viewer.usergroup(group)?.users.includes(viewer.you) === true
}

function drawDate(date: RichTextDate, viewer: Viewer): Drawn[] {
  const text = dateText(date, viewer)
  const shown = date.url === undefined ? [text] : drawLink({ type: 'link', url: date.url, text })
  return [element('time', { part: 'date', of: date }, shown)]
}

function dateText(date: RichTextDate, { date: viewer }: Viewer): string {
  if (!viewer) return date.fallback ?? formatDate(date, { timeZone: 'UTC', now: 0 })
  return formatDate(date, date.timezone === undefined ? viewer : { ...viewer, timeZone: date.timezone })
}

const hex = /^#?(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** A colour's value after a sample of it. Only a strict hex value gets into the style. */
function colour(value: string): Drawn[] {
  if (!hex.test(value)) return [value]
  const swatch = value.startsWith('#') ? value : `#${value}`
  const sample = element('span', { part: 'swatch', colour: swatch, 'aria-hidden': 'true' })
  return [element('span', { part: 'colour' }, sample, value)]
}

/** What an element says, without its look. */
export function spoken(inline: RichTextInline, viewer: Viewer): string {
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
      return otherText(inline)
  }
}

function styled(style: RichTextStyle, content: readonly Drawn[]): Drawn[] {
  let drawn = [...content]
  if (style.code) drawn = [element('code', { part: 'code-chip' }, drawn)]
  if (style.bold) drawn = [element('strong', {}, drawn)]
  if (style.italic) drawn = [element('em', {}, drawn)]
  if (style.strike) drawn = [element('s', {}, drawn)]
  if (style.underline) drawn = [element('u', {}, drawn)]
  if (style.highlight) drawn = [element('mark', {}, drawn)]
  return drawn
}
