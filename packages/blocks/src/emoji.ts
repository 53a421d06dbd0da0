/** The characters of an emoji name without colons, with an optional `::skin-tone-n`; undefined for a custom or unknown one. */
export function emojiCharacters(_name: string): string | undefined {
  return undefined
}
