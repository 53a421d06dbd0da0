import type { Steps } from '@rivulet/blocks/steps'

/** Longer words are cut, longer texts are indexed up to here. */
const maxWordLength = 64
const maxWords = 10_000
/** How much of a text is looked at. So many long words take as much. */
export const maxIndexedLength = 200_000

/** How many words are found in one step. */
const perStep = 1000

/** Scripts that are written without spaces between words, or whose words grow at their end. */
const unspaced = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
const wordPattern = new RegExp(
  String.raw`[[\p{L}\p{N}\p{M}]&&[${unspaced}]]+|[[\p{L}\p{N}\p{M}]--[${unspaced}]]+|\p{Extended_Pictographic}`,
  'gv',
)
const startsUnspaced = new RegExp(`^[${unspaced}]`, 'v')

/**
 * The words of a text as the index has them: in lower case, without accents. A text without spaces becomes pairs of
 * characters, so that each part of it is found: 世界 in 你好世界.
 */
export function wordsOf(text: string): string[] {
  const steps = wordsInSteps(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** As `wordsOf`, in steps. */
export function* wordsInSteps(text: string): Steps<string[]> {
  const words: string[] = []
  const folded = yield* foldInSteps(text.slice(0, maxIndexedLength))
  yield
  let known = 0
  for (const [run] of folded.matchAll(wordPattern)) {
    if (words.length - known >= perStep) {
      known = words.length
      yield
    }
    if (words.length >= maxWords) break
    if (!startsUnspaced.test(run)) words.push(run.slice(0, maxWordLength))
    else yield* pairsInSteps(run, words)
  }
  return words.slice(0, maxWords)
}

/** The last character stands alone too, so that one character is always the beginning of a word. */
function* pairsInSteps(run: string, words: string[]): Steps<void> {
  let previous: string | undefined
  for (const character of run) {
    if (previous !== undefined && words.push(previous + character) % perStep === 0) yield
    previous = character
    if (words.length >= maxWords) return
  }
  if (previous !== undefined) words.push(previous)
}

/** The words that a part of a query asks for, one behind the other, and whether the last may be longer in the text. */
export function queryWordsOf(text: string): { words: string[]; isOpen: boolean } {
  const words = wordsOf(text)
  const last = words.at(-1)
  if (last === undefined || !startsUnspaced.test(last)) return { words, isOpen: (last?.length ?? 0) >= minPrefixLength }
  const previous = words.at(-2)
  // The pair before it already has the last character.
  if (previous?.endsWith(last) && [...previous].length === 2) return { words: words.slice(0, -1), isOpen: false }
  return { words, isOpen: true }
}

/** Two letters begin too many words. */
const minPrefixLength = 3

/** At most 16 marks on one character: `normalize` takes the square of their number. */
export function withFewMarks(text: string): string {
  return text.replaceAll(/(\p{M}{16})\p{M}+/gu, '$1')
}

/** Lower case, without accents. */
function* foldInSteps(text: string): Steps<string> {
  const lower = withFewMarks(text).toLowerCase()
  yield
  const apart = lower.normalize('NFKD')
  yield
  const plain = apart.replaceAll(/[\u0300-\u036F]/g, '')
  yield
  return plain.normalize('NFC')
}
