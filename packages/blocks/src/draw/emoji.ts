import type { RichTextEmoji } from '#block'
import { shownEmoji } from '#emoji'
import { type Drawn, element } from './tree.ts'
import type { Viewer } from './viewer.ts'

export function drawEmoji(emoji: RichTextEmoji, viewer: Viewer): Drawn {
  const label = `:${emoji.name}:`
  const shown = shownEmoji(emoji, viewer.emoji)
  if (!shown) return element('span', { part: 'emoji', of: emoji }, label)
  const inside = 'picture' in shown ? element('img', { src: shown.picture, alt: label }) : shown.characters
  return element('span', { part: 'emoji', of: emoji, title: label }, inside)
}

/** Plain text, whose `:names:` of emoji are shown as emoji. */
export function drawPlain(text: string, viewer: Viewer, emoji = true): Drawn[] {
  if (!emoji) return [text]
  return text.split(/(:[a-z0-9_+'-]+(?:::skin-tone-[1-6])?:)/).map((piece, i) => {
    const name = piece.slice(1, -1)
    return i % 2 === 1 && shownEmoji({ name }, viewer.emoji) ? drawEmoji({ type: 'emoji', name }, viewer) : piece
  })
}
