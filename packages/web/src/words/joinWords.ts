import { t } from './t.ts'

/** "Ben", "Ben and Eve", "Ben, Eve and Max". */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length > 1 ? t('{first} and {second}', { first: words.slice(0, -1).join(', '), second: last }) : last
}
