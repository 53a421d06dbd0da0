import type { RichTextEmoji } from '#block'
import tables from './emoji.generated.json' with { type: 'json' }
import { flagOf } from './flagOf.ts'

type EmojiNamed = Pick<RichTextEmoji, 'name' | 'unicode' | 'skin_tone'>

/** An alias of an alias of its own must end somewhere. */
const mostHops = 5

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
for (const country of tables.flags.match(/../g) ?? []) characters.set(`flag-${country}`, flagOf(country))

/**
 * The characters of an emoji name without colons, such as `wave` or `wave::skin-tone-3`; undefined for one that is not
 * of the standard set. A tone on an emoji that takes none is left out.
 */
export function emojiCharacters(name: string): string | undefined {
  const [, base = name, tone] = /^(.+)::skin-tone-([1-6])$/.exec(name) ?? []
  const found = characters.get(base)
  return found !== undefined && tone !== undefined && tone !== '1' && toned.has(base)
    ? withTone(found, Number(tone))
    : found
}

/**
 * The one name under which all names of an emoji are counted: `+1` for `thumbsup`, its tone kept. Undefined for a name
 * that is not of the standard set, and for a tone that the emoji does not take.
 */
export function emojiName(name: string): string | undefined {
  const [, base = name, tone] = /^(.+)::skin-tone-([2-6])$/.exec(name) ?? []
  if (!characters.has(base) || (tone !== undefined && !toned.has(base))) return undefined
  const first = aliases.get(base) ?? base
  return tone === undefined ? first : `${first}::skin-tone-${tone}`
}

/** The characters of an emoji element: its own code points, else those of its name and tone. */
export function emojiOf(emoji: EmojiNamed): string | undefined {
  const { unicode } = emoji
  if (unicode !== undefined && /^(?:10|[0-9a-f])?[0-9a-f]{2,4}(?:-(?:10|[0-9a-f])?[0-9a-f]{2,4})*$/i.test(unicode)) {
    return String.fromCodePoint(...unicode.split('-').map((point) => parseInt(point, 16)))
  }
  return emojiCharacters(fullName(emoji))
}

/**
 * How an emoji is shown: by the workspace's own picture, else by characters; undefined where nobody knows it. `own` are
 * the workspace's emoji: an address, or `alias:` and another name, its own or one of the standard set.
 */
export function shownEmoji(
  emoji: EmojiNamed,
  own: Readonly<Record<string, string>>,
): { picture: string } | { characters: string } | undefined {
  const [, base = emoji.name, tone = ''] = /^(.*?)(::skin-tone-\d(?:-\d)?)?$/s.exec(fullName(emoji)) ?? []
  let at = base
  for (let hops = 0; hops < mostHops; hops++) {
    const value = Object.hasOwn(own, at) ? own[at] : undefined
    if (value !== undefined && /^(https?:|data:image\/)/.test(value)) return { picture: value }
    if (!value?.startsWith('alias:')) break
    at = value.slice('alias:'.length)
  }
  const found = (at === base ? undefined : emojiCharacters(at + tone)) ?? emojiOf(emoji)
  return found === undefined ? undefined : { characters: found }
}

function fullName({ name, skin_tone }: EmojiNamed): string {
  return skin_tone === undefined || skin_tone === 1 || name.includes('::') ? name : `${name}::skin-tone-${skin_tone}`
}

/** The tone follows each person or hand, but not the handshake between two people, in place of a variation selector. */
function withTone(emoji: string, tone: number): string {
  const modifier = String.fromCodePoint(0x1f3fb + tone - 2)
  return emoji.replace(/(?<!\u200d(?=\u{1f91d}))(\p{Emoji_Modifier_Base})\ufe0f?/gu, `$1${modifier}`)
}
