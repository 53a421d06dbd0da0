import type { RichTextEmoji } from '#types'
import { resolveEmoji } from '#emoji'
import { splitEmoji } from '#emoji/inText'
import { type DrawnNode, element } from './tree.ts'
import type { Viewer } from './viewer.ts'

export function drawEmoji(emoji: RichTextEmoji, viewer: Viewer): DrawnNode {
  const label = `:${emoji.name}:`
  const shown = resolveEmoji(emoji, viewer.emoji)
  if (!shown) return element('span', { part: 'emoji', source: emoji }, label)
  const inside = 'picture' in shown ? element('img', { src: shown.picture, alt: label }) : shown.characters
  return element('span', { part: 'emoji', source: emoji, title: label }, inside)
}

/** Draws plain text. Its `:names:` of emoji become emoji, unless `emoji` is false. */
export function drawPlainText(text: string, viewer: Viewer, emoji = true): DrawnNode[] {
  if (!emoji) return [text]
  return splitEmoji(text).map((piece) => {
    if (typeof piece === 'string') return piece
    const name = piece.emoji
    return resolveEmoji({ name }, viewer.emoji) ? drawEmoji({ type: 'emoji', name }, viewer) : `:${name}:`
  })
}
