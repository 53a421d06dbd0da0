/** Returns one of twelve colours, always the same for the same id. */
export function hueOf(id: string): number {
  let hash = 0
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return hash % 12
}

/** Returns up to two letters: "Ana Lima" is AL, "Scout" is S. */
export function initialsOf(label: string): string {
  const words = label.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toLocaleUpperCase() || '?'
}
