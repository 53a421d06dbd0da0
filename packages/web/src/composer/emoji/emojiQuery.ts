export type EmojiQuery = { start: number; text: string }

/** The emoji being typed: the text from a `:` that begins a word up to the cursor, once it has two letters. */
export function findEmojiQuery(text: string, cursor: number): EmojiQuery | undefined {
  const found = /(?:^|[\s([{*_~:])(?<!`):([a-z0-9_+'-]{2,40})$/.exec(text.slice(0, Math.max(0, cursor)))
  return found?.[1] === undefined ? undefined : { start: cursor - found[1].length - 1, text: found[1] }
}

/** Replaces the query by the name of an emoji; also returns the new position of the cursor. */
export function insertEmoji(text: string, query: EmojiQuery, name: string): { text: string; cursor: number } {
  const before = `${text.slice(0, query.start)}:${name}: `
  const rest = text.slice(query.start + 1 + query.text.length).replace(/^[: ]/, '')
  return { text: before + rest, cursor: before.length }
}
