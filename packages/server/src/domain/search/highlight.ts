import { wordsOf } from '#store/textIndex/words'
import { parseQuery } from './query.ts'

/** The characters around a word that was found, as the public service has them. */
const [start, end] = ['\u{E000}', '\u{E001}']

/**
 * How much of a text is looked at, and for how many words of it that have other letters than a to z: they take long to
 * compare.
 */
const [maxLength, maxOtherWords] = [40_000, 1000]

/** [SRC-6] Marks the words of a text that a query asks for. */
export function highlight(text: string, query: string): string {
  const { phrases } = parseQuery(query, { now: 0, timeZone: 'UTC' })
  const whole = new Set(phrases.flatMap(({ words }) => words))
  const beginnings = phrases.flatMap(({ words, isOpen }) => (isOpen ? words.slice(-1) : []))
  const isAsked = (word: string) => whole.has(word) || beginnings.some((asked) => word.startsWith(asked))
  let others = 0
  const wordsIn = (run: string) => {
    if (/^[A-Za-z0-9]{1,64}$/.test(run)) return [run.toLowerCase()]
    return ++others > maxOtherWords ? [] : wordsOf(run)
  }
  const marked = text
    .slice(0, maxLength)
    .replaceAll(/[\p{L}\p{N}\p{M}]+/gu, (run) => (wordsIn(run).some(isAsked) ? `${start}${run}${end}` : run))
  return marked + text.slice(maxLength)
}
