import { toMicroseconds } from '#domain/ts'
import { wordsOf } from '#store/textIndex/words'
import type { Query } from './query.ts'

const day = 86_400_000

/**
 * [SRC-6] How well a message fits: whole words count more than their beginnings, a message with little else more than a
 * long one, and a new one more than an old one.
 */
export function scoreOf(query: Query, message: { text: string; ts: string }, now: number): number {
  return scoreWords(query, message.text, now - toMicroseconds(message.ts) / 1000)
}

/** How well a text of this age, in milliseconds, fits a query. */
export function scoreWords(query: Query, text: string, age: number): number {
  const words = wordsOf(text)
  const known = new Set(words)
  const asked = query.phrases.flatMap((phrase) => phrase.words)
  const whole = asked.filter((word) => known.has(word)).length
  const density = asked.length / (words.length + 10)
  return whole + density + 1 / (1 + Math.max(0, age) / day / 30)
}
