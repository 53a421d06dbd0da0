import type { RichTextEmoji } from './types.ts'
import tables from './emoji/emoji.generated.json' with { type: 'json' }
import { flagEmoji } from '#emoji/flag'
import { nameWithTone } from '#emoji/nameWithTone'

type EmojiReference = Pick<RichTextEmoji, 'name' | 'unicode' | 'skin_tone'>

/** How many aliases are followed: custom emoji may be aliases of each other. */
const maxAliasHops = 5

const characters = new Map<string, string>()
const toned = new Set<string>()
const aliases = new Map<string, string>()
for (const line of tables.emoji) {
  const [, names = '', tone, found = ''] = /^([^ *]+)(\*?) (.+)$/.exec(line) ?? []
  const [first = '', ...others] = names.split('|')
  for (const name of [first, ...others]) {
    characters.set(name, found)
    if (tone) toned.add(name)
  }
  for (const name of others) aliases.set(name, first)
}
for (const country of tables.flags.match(/../g) ?? []) characters.set(`flag-${country}`, flagEmoji(country))

/** The characters of all standard emoji by name, without tones. */
export const standardEmoji: ReadonlyMap<string, string> = characters

/**
 * The characters of a standard emoji by its name without colons, such as `wave` or `wave::skin-tone-3`; undefined if the
 * name is unknown. A skin tone is ignored on an emoji that takes none.
 */
export function emojiCharacters(name: string): string | undefined {
  const [, base = name, tone] = /^(.+)::skin-tone-([1-6])$/.exec(name) ?? []
  const found = characters.get(base)
  return found !== undefined && tone !== undefined && tone !== '1' && toned.has(base)
    ? withTone(found, Number(tone))
    : found
}

/**
 * The canonical name of an emoji, under which reactions are counted: `+1` for `thumbsup`. Keeps the skin tone.
 * Undefined if the name is unknown, or if the emoji does not take the tone.
 */
export function canonicalEmojiName(name: string): string | undefined {
  const [, base = name, tone] = /^(.+)::skin-tone-([2-6])$/.exec(name) ?? []
  if (!characters.has(base) || (tone !== undefined && !toned.has(base))) return undefined
  const first = aliases.get(base) ?? base
  return tone === undefined ? first : `${first}::skin-tone-${tone}`
}

/** The characters of an `emoji` element: its own code points, or those of its name and tone. Undefined if unknown. */
export function emojiElementCharacters(emoji: EmojiReference): string | undefined {
  const { unicode } = emoji
  if (unicode !== undefined && /^(?:10|[0-9a-f])?[0-9a-f]{2,4}(?:-(?:10|[0-9a-f])?[0-9a-f]{2,4})*$/i.test(unicode)) {
    return String.fromCodePoint(...unicode.split('-').map((point) => parseInt(point, 16)))
  }
  return emojiCharacters(nameWithTone(emoji))
}

/**
 * How to show an emoji: the workspace's picture, or characters; undefined if the name is unknown. `customEmoji` maps names
 * to an address, or to `alias:` and another name, custom or standard.
 */
export function resolveEmoji(
  emoji: EmojiReference,
  customEmoji: Readonly<Record<string, string>>,
): { picture: string } | { characters: string } | undefined {
  const [, base = emoji.name, tone = ''] = /^(.*?)(::skin-tone-\d(?:-\d)?)?$/s.exec(nameWithTone(emoji)) ?? []
  let at = base
  for (let hops = 0; hops < maxAliasHops; hops++) {
    const value = Object.hasOwn(customEmoji, at) ? customEmoji[at] : undefined
    if (value !== undefined && /^(https?:|data:image\/)/.test(value)) return { picture: value }
    if (!value?.startsWith('alias:')) break
    at = value.slice('alias:'.length)
  }
  const found = (at === base ? undefined : emojiCharacters(at + tone)) ?? emojiElementCharacters(emoji)
  return found === undefined ? undefined : { characters: found }
}

/** Puts the tone behind each person or hand except the handshake between two people. Drops variation selectors. */
function withTone(emoji: string, tone: number): string {
  const modifier = String.fromCodePoint(0x1f3fb + tone - 2)
  return emoji.replace(/(?<!\u200d(?=\u{1f91d}))(\p{Emoji_Modifier_Base})\ufe0f?/gu, `$1${modifier}`)
}
