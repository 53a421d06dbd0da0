import { emojiCharacters } from '#emoji'

const name = ":[a-z0-9_+'-]+(?:::skin-tone-[1-6])?:"
/** Names side by side are several emoji. A name in a word or after a number, as in `10:30:45`, is none. */
const start = String.raw`(?<![\p{Lu}\p{Ll}\p{N}:])`

/** The source of a pattern for emoji names side by side, such as `:star::wave::skin-tone-2:`. Needs the flag `u`. */
export const emojiRun = `${start}(?:${name})+`

/** An emoji at the end of a growing text whose name is not complete. */
export const openEmoji = new RegExp(`(?:(?<=${emojiRun})|${start}):[a-z0-9_+'-]{0,80}$`, 'u')

const runs = new RegExp(`(${emojiRun})`, 'u')
const eachName = new RegExp(`(${name})`, 'u')

/** Splits a text at the names of emoji. A custom emoji cannot be told from an unknown one here, but has a letter. */
export function splitEmoji(text: string): (string | { emoji: string })[] {
  if (!text.includes(':')) return text === '' ? [] : [text]
  return text
    .split(runs)
    .flatMap((piece, i) => (i % 2 === 1 ? namesIn(piece) : piece))
    .filter((piece) => piece !== '')
}

/** Splits names that are side by side. */
export function namesIn(run: string): (string | { emoji: string })[] {
  return run
    .split(eachName)
    .filter(Boolean)
    .map((piece) => {
      const emoji = piece.slice(1, -1)
      return /[a-z]/.test(emoji) || emojiCharacters(emoji) !== undefined ? { emoji } : piece
    })
}

/** The text with the characters of standard emoji in place of their names, for places that show no pictures. */
export function replaceEmojiNames(text: string): string {
  return splitEmoji(text)
    .map((piece) => (typeof piece === 'string' ? piece : (emojiCharacters(piece.emoji) ?? `:${piece.emoji}:`)))
    .join('')
}
