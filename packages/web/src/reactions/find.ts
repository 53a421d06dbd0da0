import type { EmojiGroup } from '@rivulet/blocks/emojiGroups'

/** What the picker shows: titled groups of names. */
export type Shown = { title: string; names: readonly string[] }

const most = 96

/** The emoji whose name or other words begin with every word that is looked for; those whose name does, first. */
export function found(groups: readonly EmojiGroup[], own: readonly string[], text: string): string[] {
  const wanted = text.toLowerCase().replaceAll(':', ' ').split(/\s+/).filter(Boolean)
  const all = [...own.map((name) => ({ name, words: '' })), ...groups.flatMap(({ emoji }) => emoji)]
  return all
    .flatMap(({ name, words }) => {
      const rank = rankOf(name, words, wanted)
      return rank === undefined ? [] : [{ name, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ name }) => name)
}

/** 0: it is the name. 1: the name begins so. 2: a part of the name does. 3: another word for it does. */
function rankOf(name: string, words: string, wanted: readonly string[]): number | undefined {
  if (name === wanted.join('_')) return 0
  if (name.startsWith(wanted.join('_'))) return 1
  const begins = (parts: readonly string[]) => wanted.every((word) => parts.some((part) => part.startsWith(word)))
  const parts = name.split(/[_-]/)
  if (begins(parts)) return 2
  return begins([...parts, ...words.split(' ')]) ? 3 : undefined
}

/** The option that an arrow key leads to: each group begins a row of its own. */
export function moved(sizes: readonly number[], at: number, key: string, columns: number): number {
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
  const row = rows.findIndex((one) => at < one.start + one.size)
  const target = rows[row + (key === 'ArrowDown' ? 1 : -1)]
  return target ? target.start + Math.min(at - (rows[row]?.start ?? 0), target.size - 1) : at
}
