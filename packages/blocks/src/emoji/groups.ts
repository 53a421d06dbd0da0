import groups from './groups.generated.json' with { type: 'json' }

/** A group of standard emoji: canonical names without colons, each with words to search for, separated by spaces. */
export interface EmojiGroup {
  title: string
  emoji: readonly { name: string; words: string }[]
}

/** All standard emoji in their usual order, by group, for a picker. The table is large: import this module on demand. */
export const emojiGroups: readonly EmojiGroup[] = groups.map(({ title, emoji }) => ({
  title,
  emoji: emoji.map(([name = '', words = '']) => ({ name, words })),
}))
