import { type Phrase } from '#store/textIndex/textIndex'
import { queryWordsOf } from '#store/textIndex/words'
import { type Period, readPeriod, timeNames } from './periods.ts'

/** A modifier of a query, like `from:@ana`. */
export interface Modifier {
  name: ModifierName
  value: string
  isNegated: boolean
}

/** A query, taken apart. */
export interface Query {
  phrases: Phrase[]
  excluded: Phrase[]
  modifiers: Modifier[]
  /** The times within which a message was written. */
  periods: Period[]
}

const modifierNames = ['in', 'from', 'to', 'with', 'has', 'is'] as const
type ModifierName = (typeof modifierNames)[number]

/** [SRC-5] More parts of a query are ignored, so that no query costs much. */
const maxParts = 32

/**
 * [SRC-3] Takes a query apart: words, "phrases", modifiers, and what it excludes with a minus. `timeZone` says when days
 * begin. What looks like a modifier and is none is a word.
 */
export function parseQuery(text: string, clock: { now: number; timeZone: string }): Query {
  const query: Query = { phrases: [], excluded: [], modifiers: [], periods: [] }
  for (const [part] of [...text.matchAll(partPattern)].slice(0, maxParts)) addPart(query, part, clock)
  return query
}

/** A quoted phrase, a modifier with a value that may be quoted or in brackets, or a word. */
const partPattern = /-?(?:[a-z]+:)?(?:"[^"]*"?|<[^>]*>|[^\s"]+)/gi

function addPart(query: Query, part: string, clock: { now: number; timeZone: string }): void {
  const isNegated = part.startsWith('-') && part.length > 1
  const bare = isNegated ? part.slice(1) : part
  const [, name = '', value = ''] = /^([a-z]+):(.+)$/is.exec(bare) ?? []
  const known = modifierNames.find((each) => each === name.toLowerCase())
  const time = timeNames.find((each) => each === name.toLowerCase())
  const given = value.replaceAll('"', '')
  const period = time && readPeriod(time, given.toLowerCase(), clock)
  if (period) query.periods.push(period)
  else if (known) query.modifiers.push({ name: known, value: given, isNegated })
  else {
    const phrase = queryPhraseOf(bare)
    if (phrase.words.length > 0) (isNegated ? query.excluded : query.phrases).push(phrase)
  }
}

/** [SRC-2] A word may be the beginning of a longer one; a quoted phrase stands as it is. A `*` at the end opens it too. */
export function queryPhraseOf(part: string): Phrase {
  const { words, isOpen } = queryWordsOf(part)
  return { words, isOpen: part.startsWith('"') ? false : isOpen || (part.endsWith('*') && words.length > 0) }
}
