import type { RichTextEmoji } from '#block'
import { emojiCharacters, emojiOf } from '#emoji'
import { type Drawn, element } from './tree.ts'
import type { Viewer } from './viewer.ts'

/** The workspace's own emoji first, then the code points that came with it, then the short names that everybody knows. */
export function drawEmoji(emoji: RichTextEmoji, viewer: Viewer): Drawn {
  const label = `:${emoji.name}:`
  const picture = pictureOf(viewer.emoji, emoji.name)
  const shown = picture ? element('img', { src: picture, alt: label, title: label }) : emojiOf(emoji)
  return element('span', { part: 'emoji', of: emoji, ...(shown ? { title: label } : {}) }, shown ?? label)
}

/** Plain text, whose `:names:` of emoji are shown as emoji. */
export function drawPlain(text: string, viewer: Viewer, emoji = true): Drawn[] {
  if (!emoji) return [text]
  return text.split(/(:[a-z0-9_+'-]+(?:::skin-tone-[1-6])?:)/).map((piece, i) => {
    const name = piece.slice(1, -1)
    const known = i % 2 === 1 && (emojiCharacters(name) ?? pictureOf(viewer.emoji, name)) !== undefined
    return known ? drawEmoji({ type: 'emoji', name }, viewer) : piece
  })
}

function pictureOf(emoji: Viewer['emoji'], name: string): string | undefined {
  let at = name.replace(/::skin-tone-\d(-\d)?$/, '')
  for (let hops = 0; hops < 5; hops++) {
    const value = Object.hasOwn(emoji, at) ? emoji[at] : undefined
    if (!value?.startsWith('alias:')) return value && /^(https?:|data:image\/)/.test(value) ? value : undefined
    at = value.slice('alias:'.length)
  }
  return undefined
}
