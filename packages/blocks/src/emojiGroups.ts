import groups from './emojiGroups.generated.json' with { type: 'json' }

export interface EmojiGroup {
  title: string
  emoji: readonly { name: string; words: string }[]
}

/** The standard emoji for a picker: by group, in their usual order, each with other words for it. Large: load it on demand. */
export const emojiGroups: readonly EmojiGroup[] = groups.map(({ title, emoji }) => ({
  title,
  emoji: emoji.map(([name = '', words = '']) => ({ name, words })),
}))
