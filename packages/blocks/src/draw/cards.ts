import type { AlertBlock, CardBlock, CarouselBlock, FileBlock, TextObject, VideoBlock } from '#types'
import { drawButton } from './controls.ts'
import { drawImage, drawLink, drawPicture } from './link.ts'
import { drawText } from './text.ts'
import { type DrawnNode, element, type Part, hiddenText } from './tree.ts'
import type { Viewer } from './viewer.ts'

export function drawCard(card: CardBlock, viewer: Viewer): DrawnNode {
  const { hero_image: hero, actions } = card
  const line = (part: Part, text: TextObject | undefined) => text && element('div', { part }, drawText(text, viewer))
  return element(
    'article',
    { part: 'card' },
    hero && drawPicture(hero, hero.alt_text ?? '', 'hero'),
    element('div', { part: 'title' }, drawIcon(card), card.title && drawText(card.title, viewer)),
    line('quiet', card.subtitle),
    line('field', card.body),
    line('quiet', card.subtext),
    actions &&
      element(
        'div',
        { part: 'actions', source: card },
        actions.map((button) => drawButton(button, viewer)),
      ),
  )
}

/** An image, or a named icon that css/icons.css shows as a character. */
function drawIcon({ icon, slack_icon: named }: CardBlock): DrawnNode | undefined {
  if (icon) return drawPicture(icon, icon.alt_text ?? '', 'icon')
  return named && element('span', { part: 'icon', 'data-icon': named.name, 'aria-hidden': 'true' })
}

export function drawCarousel({ elements }: CarouselBlock, viewer: Viewer): DrawnNode {
  return element(
    'ul',
    // A scrollable box has to be reachable by keyboard.
    { part: 'carousel', 'aria-label': 'Cards', tabindex: 0 },
    elements.map((card) => element('li', {}, drawCard(card, viewer))),
  )
}

export function drawAlert({ text, level = 'default' }: AlertBlock, viewer: Viewer): DrawnNode {
  return element(
    'div',
    { part: 'alert', role: 'note', 'data-level': level },
    level === 'default' ? undefined : hiddenText(`${level[0]?.toUpperCase()}${level.slice(1)}: `),
    drawText(text, viewer),
  )
}

/** A video is not embedded: its title links to it, above its thumbnail. */
export function drawVideo(block: VideoBlock, viewer: Viewer): DrawnNode {
  const credit = [block.author_name, block.provider_name].filter(Boolean).join(', ')
  return element(
    'figure',
    { part: 'card' },
    element(
      'figcaption',
      { part: 'title' },
      drawLink({ type: 'link', url: block.title_url ?? block.video_url, text: block.title.text }),
    ),
    credit !== '' && element('div', { part: 'quiet' }, credit),
    block.description && element('div', { part: 'quiet' }, drawText(block.description, viewer)),
    drawImage(block.thumbnail_url, block.alt_text, 'hero'),
  )
}

export function drawFile({ external_id }: FileBlock): DrawnNode {
  return element('p', { part: 'quiet' }, `File ${external_id}`)
}
