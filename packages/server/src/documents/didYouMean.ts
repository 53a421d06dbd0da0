/** The end of a sentence that suggests the word that was meant, or lists the known words if there are few. */
export function suggestion(word: string, known: Iterable<string>): string {
  const words = [...known]
  const [near] = nearest(word, words, 1, Math.max(1, Math.floor(word.length * 0.4)))
  if (near !== undefined) return `; did you mean ${JSON.stringify(near)}?`
  if (words.length === 0) return '; there are none'
  return words.length > 20 ? '' : `; known are ${words.join(', ')}`
}

/** Up to `maxCount` known words that were most likely meant, the likeliest first, within `limit` edits. */
export function nearest(word: string, known: Iterable<string>, maxCount: number, limit = Infinity): string[] {
  return [...known]
    .filter((candidate) => Math.abs(candidate.length - word.length) <= limit)
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, maxCount)
    .map(({ candidate }) => candidate)
}

/** Counts insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(replaced, at(last, j) + 1, at(row, j - 1) + 1)
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, at(before, j - 2) + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return at(last, b.length)
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
