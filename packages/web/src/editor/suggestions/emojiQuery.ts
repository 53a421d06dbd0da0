export type EmojiQuery = { start: number; text: string }

/** The emoji being typed: the text from a `:` that begins a word up to the cursor, once it has two letters. */
export function findEmojiQuery(text: string, cursor: number): EmojiQuery | undefined {
  const found = /(?:^|[\s([{*_~:])(?<!`):([a-z0-9_+'-]{2,40})$/.exec(text.slice(0, Math.max(0, cursor)))
  return found?.[1] === undefined ? undefined : { start: cursor - found[1].length - 1, text: found[1] }
}
