import type { EmojiGroup } from '@rivulet/blocks/emoji/groups'

/** A titled section of the picker with the names of its emoji. */
export type EmojiSection = { title: string; names: readonly string[] }

const maxResults = 96

/** Returns the emoji that match, the best first: each word of `text` begins a word of their name or keywords. */
export function searchEmoji(groups: readonly EmojiGroup[], custom: readonly string[], text: string): string[] {
  const query = text.toLowerCase().replaceAll(':', ' ').split(/\s+/).filter(Boolean)
  const all = [...custom.map((name) => ({ name, words: '' })), ...groups.flatMap(({ emoji }) => emoji)]
  return all
    .flatMap(({ name, words }) => {
      const rank = rankOf(name, words, query)
      return rank === undefined ? [] : [{ name, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, maxResults)
    .map(({ name }) => name)
}

/** 0: the query is the name. 1: the name starts with it. 2: parts of the name do. 3: keywords do. */
function rankOf(name: string, words: string, query: readonly string[]): number | undefined {
  if (name === query.join('_')) return 0
  if (name.startsWith(query.join('_'))) return 1
  const begins = (parts: readonly string[]) => query.every((word) => parts.some((part) => part.startsWith(word)))
  const parts = name.split(/[_-]/)
  if (begins(parts)) return 2
  return begins([...parts, ...words.split(' ')]) ? 3 : undefined
}

/** Returns the index that an arrow key leads to. `sizes` are those of the sections, each of which starts a new row. */
export function moveSelection(sizes: readonly number[], at: number, key: string, columns: number): number {
  const all = sizes.reduce((sum, size) => sum + size, 0)
  if (all === 0) return 0
  if (key === 'ArrowRight') return Math.min(at + 1, all - 1)
  if (key === 'ArrowLeft') return Math.max(at - 1, 0)
  const rows: { start: number; size: number }[] = []
  let start = 0
  for (const size of sizes) {
    for (let from = 0; from < size; from += columns)
      rows.push({ start: start + from, size: Math.min(columns, size - from) })
    start += size
  }
  const row = rows.findIndex((other) => at < other.start + other.size)
  const target = rows[row + (key === 'ArrowDown' ? 1 : -1)]
  return target ? target.start + Math.min(at - (rows[row]?.start ?? 0), target.size - 1) : at
}
