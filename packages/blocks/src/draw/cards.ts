import type { AlertBlock, CardBlock, CarouselBlock, FileBlock, TextObject, VideoBlock } from '#block'
import { drawButton } from './controls.ts'
import { drawImage, drawLink } from './link.ts'
import { drawText } from './text.ts'
import { type Drawn, element, type Part, unseen } from './tree.ts'
import type { Viewer } from './viewer.ts'

export function drawCard(card: CardBlock, viewer: Viewer): Drawn {
  const { hero_image: hero, actions } = card
  const line = (part: Part, text: TextObject | undefined) => text && element('div', { part }, drawText(text, viewer))
  return element(
    'article',
    { part: 'card' },
    hero && drawImage(hero.image_url, hero.alt_text ?? '', 'hero'),
    element('div', { part: 'title' }, drawIcon(card), card.title && drawText(card.title, viewer)),
    line('quiet', card.subtitle),
    line('field', card.body),
    line('quiet', card.subtext),
    actions && element('div', { part: 'actions', of: card }, actions.map(drawButton)),
  )
}

/** A picture, or an icon that the style knows by its name. */
function drawIcon({ icon, slack_icon: named }: CardBlock): Drawn | undefined {
  if (icon) return drawImage(icon.image_url, icon.alt_text ?? '', 'icon')
  return named && element('span', { part: 'icon', 'data-icon': named.name, 'aria-hidden': 'true' })
}

export function drawCarousel({ elements }: CarouselBlock, viewer: Viewer): Drawn {
  return element(
    'ul',
    // What scrolls must be reachable by keyboard.
    { part: 'carousel', 'aria-label': 'Cards', tabindex: 0 },
    elements.map((card) => element('li', {}, drawCard(card, viewer))),
  )
}

export function drawAlert({ text, level = 'default' }: AlertBlock, viewer: Viewer): Drawn {
  return element(
    'div',
    { part: 'alert', role: 'note', 'data-level': level },
    level === 'default' ? undefined : unseen(`${level[0]?.toUpperCase()}${level.slice(1)}: `),
    drawText(text, viewer),
  )
}

/** A video stays where it is: its picture and its words lead there. */
export function drawVideo(block: VideoBlock, viewer: Viewer): Drawn {
  const from = [block.author_name, block.provider_name].filter(Boolean).join(', ')
  return element(
    'figure',
    { part: 'card' },
    element(
      'figcaption',
      { part: 'title' },
      drawLink({ type: 'link', url: block.title_url ?? block.video_url, text: block.title.text }),
    ),
    from !== '' && element('div', { part: 'quiet' }, from),
    block.description && element('div', { part: 'quiet' }, drawText(block.description, viewer)),
    drawImage(block.thumbnail_url, block.alt_text, 'hero'),
  )
}

export function drawFile({ external_id }: FileBlock): Drawn {
  return element('p', { part: 'quiet' }, `File ${external_id}`)
}
