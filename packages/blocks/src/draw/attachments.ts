import { blocksOfAttachment } from '#attachments/attachments'
import { drawBlocks } from '#draw'
import { decodeEntities, parseAngleBrackets } from '#mrkdwn/angleBrackets'
import { blocksFromMrkdwn } from '#mrkdwn'
import type { Attachment, Block, RichTextInline } from '#types'
import { drawPlainText } from './emoji.ts'
import { drawInlines } from './inline.ts'
import { drawImage, drawLink } from './link.ts'
import { type DrawnNode, element } from './tree.ts'
import { anonymousViewer, drawOnce, type Viewer } from './viewer.ts'

/** A text longer than this, or with more line breaks, is drawn as the part `fold`, which a page may fold. */
const maxOpenLength = 700
const maxOpenLines = 5

/** Draws the attachments of a message, as `drawBlocks` draws its blocks. */
export function drawAttachments(attachments: readonly Attachment[], viewer: Viewer = anonymousViewer): DrawnNode[] {
  return attachments.flatMap((attachment) => drawOnce(viewer, attachment, () => [drawAttachment(attachment, viewer)]))
}

function drawAttachment(attachment: Attachment, viewer: Viewer): DrawnNode {
  const { pretext, thumb_url: thumb, image_url: image } = attachment
  const text = (key: 'pretext' | 'text' | 'fields', given: string | undefined) =>
    given ? drawBlocks(textBlocks(given, attachment.mrkdwn_in?.includes(key) ?? true), viewer) : []
  const body = [
    ...drawAuthor(attachment, viewer),
    ...drawTitle(attachment, viewer),
    ...fold(attachment.text, text('text', attachment.text)),
    ...drawFields(attachment, viewer, (value) => text('fields', value)),
    ...drawBlocks(blocksOfAttachment(attachment), viewer),
    ...(image ? [drawImage(image, alt(attachment, 'Image'), 'picture')] : []),
    ...drawFooter(attachment, viewer),
  ]
  // An attachment that shows nothing else shows what stands for it.
  const shown = body.length > 0 || thumb || pretext ? body : text('text', attachment.fallback)
  return element(
    'section',
    { part: 'attachment' },
    pretext && element('div', { part: 'pretext' }, text('pretext', pretext)),
    (shown.length > 0 || thumb) &&
      element(
        'div',
        { part: 'attached' },
        element('span', { part: 'bar', colour: colourOf(attachment), 'aria-hidden': 'true' }),
        element('div', { part: 'field' }, shown),
        thumb && !image && drawImage(thumb, alt(attachment, ''), 'thumb'),
      ),
  )
}

/** The title says what a picture shows, if anything does. */
function alt({ title }: Attachment, otherwise: string): string {
  return title ?? otherwise
}

const hexColour = /^(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** The bar has a quiet colour of the page, unless there is a valid one. */
function colourOf({ color = '' }: Attachment): string | undefined {
  const hex = color.replace(/^#/, '')
  return hexColour.test(hex) ? `#${hex}` : undefined
}

/** Words as mrkdwn, or as they are. Links, mentions and emoji are drawn either way. */
function textBlocks(text: string, isMrkdwn: boolean): Block[] {
  if (isMrkdwn) return blocksFromMrkdwn(text)
  return [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: plainInlines(text) }] }]
}

function plainInlines(text: string): RichTextInline[] {
  return text.split(/(<[^<>\n]+>|:[a-z0-9_+'-]+:)/).flatMap((part, i): RichTextInline[] => {
    if (part === '') return []
    if (i % 2 === 1 && part.startsWith(':')) return [{ type: 'emoji', name: part.slice(1, -1) }]
    const link = i % 2 === 1 ? parseAngleBrackets(part.slice(1, -1)) : undefined
    return [link ?? { type: 'text', text: decodeEntities(part) }]
  })
}

function fold(text: string | undefined, drawn: DrawnNode[]): DrawnNode[] {
  if (!text || drawn.length === 0) return drawn
  const isLong = text.length > maxOpenLength || text.split('\n').length > maxOpenLines + 1
  return isLong ? [element('div', { part: 'fold' }, drawn)] : drawn
}

function drawAuthor(attachment: Attachment, viewer: Viewer): DrawnNode[] {
  const { author_name: name, author_link: link, author_icon: icon, author_subname: more } = attachment
  if (!name) return []
  return [
    element(
      'div',
      { part: 'author' },
      icon && drawImage(icon, '', 'icon'),
      drawLabel(name, link, viewer),
      more && element('span', { part: 'quiet' }, drawPlainText(more, viewer)),
    ),
  ]
}

function drawTitle({ title, title_link: link }: Attachment, viewer: Viewer): DrawnNode[] {
  return title ? [element('div', { part: 'title' }, drawLabel(title, link, viewer))] : []
}

function drawLabel(text: string, url: string | undefined, viewer: Viewer): DrawnNode[] {
  return url ? drawLink({ type: 'link', url, text: decodeEntities(text) }) : drawInlines(plainInlines(text), viewer)
}

function drawFields(
  { fields = [] }: Attachment,
  viewer: Viewer,
  drawValue: (value: string | undefined) => DrawnNode[],
): DrawnNode[] {
  if (fields.length === 0) return []
  const drawn = fields.map(({ title, value, short }) =>
    element(
      'div',
      { 'data-long': short ? undefined : 'true' },
      title && element('strong', {}, drawLabel(title, undefined, viewer)),
      element('div', {}, drawValue(value)),
    ),
  )
  return [element('div', { part: 'fields' }, drawn)]
}

function drawFooter(
  { footer, footer_icon: icon, ts, is_share, from_url: url }: Attachment,
  viewer: Viewer,
): DrawnNode[] {
  const seconds = Number(ts ?? Number.NaN)
  const time = Number.isFinite(seconds) && seconds > 0 && seconds < 1e11 ? Math.floor(seconds) : undefined
  if (!footer && time === undefined) return []
  const date: RichTextInline[] =
    time === undefined ? [] : [{ type: 'date', timestamp: time, format: '{date_short_pretty} at {time}' }]
  return [
    element(
      'div',
      { part: 'footer' },
      footer && icon && drawImage(icon, '', 'icon'),
      footer && element('span', {}, drawLabel(footer, is_share ? url : undefined, viewer)),
      time !== undefined && element('span', {}, drawInlines(date, viewer)),
    ),
  ]
}
