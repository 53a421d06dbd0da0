import { setImmediate } from 'node:timers/promises'
import type { Steps } from '@rivulet/blocks/steps'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#store/db'
import { wordsInSteps } from './words.ts'

/** What the index knows about a text besides its words, as words that no text contains. */
type Facet = 'team' | 'channel' | 'user' | 'kind'

/** A message, or a file. The keys that do not apply are empty. */
export interface TextKey {
  team_id: string
  channel_id: string
  ts: string
  file_id: string
}

/** Words that follow each other. With `isOpen`, the last may be the beginning of a longer one. */
export interface Phrase {
  words: readonly string[]
  isOpen: boolean
}

export interface TextQuery {
  /** Each of these. */
  all: readonly Phrase[]
  /** At least one of each group. */
  any: readonly (readonly Phrase[])[]
  /** None of these. */
  none: readonly Phrase[]
}

/** How many of the newest matches one search of SQLite looks at. */
const maxMatches = 20_000

/** How many keys one query of SQLite reads, and how many rows, each of which may hold a megabyte. */
const [keysPerStep, rowsPerPiece] = [500, 10]

/** A facet as a word. A private-use character begins it, which `wordsOf` never returns. */
export function facetPhrase(facet: Facet, value: string): Phrase {
  return { words: [`\u{E000}${facet}${value.toLowerCase()}`], isOpen: false }
}

/** What the index of this database holds of a text, made in steps. */
export function* termsInSteps(db: Db, text: string, facets: readonly Phrase[]): Steps<string> {
  const words = [...facets.flatMap((facet) => facet.words), ...(yield* wordsInSteps(text))]
  yield
  return usesFts5(db) ? words.join(' ') : tsVectorOf(words)
}

/** Puts the terms of a text into the index, or replaces them there. */
export async function putTerms(tx: Tx, key: TextKey, terms: string): Promise<void> {
  const put = tx
    .insertInto('search_entries')
    .values({ ...key, terms: usesFts5(tx) ? terms : sql<string>`${terms}::tsvector` })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'channel_id', 'ts', 'file_id'])
        .doUpdateSet((row) => ({ terms: row.ref('excluded.terms') })),
    )
  await tx.send(put)
}

/** Takes a text out of the index at once. */
export async function removeText(tx: Tx, key: TextKey): Promise<void> {
  const removal = tx
    .deleteFrom('search_entries')
    .where('team_id', '=', key.team_id)
    .where('channel_id', '=', key.channel_id)
    .where('ts', '=', key.ts)
    .where('file_id', '=', key.file_id)
  await tx.send(removal)
}

/** A condition on `search_entries`: the text matches the query. */
export function textMatches(db: Db, query: TextQuery): RawBuilder<boolean> {
  if (usesFts5(db))
    return sql<boolean>`search_entries.n in (
      select rowid from search_index where search_index match ${toFts5Query(query)} order by rowid desc limit ${maxMatches})`
  return sql<boolean>`search_entries.terms @@ ${toTsQuery(query)}::tsquery`
}

/**
 * Conditions on `search_entries` that together hold for the texts that match the query, the newest first. On SQLite each
 * holds for a few entries: a query there stops everything else, and reads whole rows.
 */
export async function* matchesInPieces(db: Db, query: TextQuery): AsyncGenerator<RawBuilder<boolean>> {
  if (!usesFts5(db)) {
    yield textMatches(db, query)
    return
  }
  const entries: { n: number; ts: string }[] = []
  for (let before = Number.MAX_SAFE_INTEGER, more = true; more && entries.length < maxMatches;) {
    const newest = sql<boolean>`search_entries.n in (
      select rowid from search_index where search_index match ${toFts5Query(query)} and rowid < ${before}
      order by rowid desc limit ${keysPerStep})`
    const step = await db.selectFrom('search_entries').select(['n', 'ts']).where(newest).orderBy('n', 'desc').execute()
    entries.push(...step)
    before = step.at(-1)?.n ?? 0
    more = step.length === keysPerStep
    if (more) await setImmediate()
  }
  entries.sort((a, b) => (a.ts < b.ts ? 1 : a.ts > b.ts ? -1 : 0))
  for (let i = 0; i < entries.length; i += rowsPerPiece) {
    const piece = entries.slice(i, i + rowsPerPiece).map(({ n }) => n)
    yield sql<boolean>`search_entries.n in (${sql.join(piece)})`
  }
}

/** SQLite has its index in a virtual table, PostgreSQL in a column. */
function usesFts5(db: Db): boolean {
  return db.cache.isSingleWriter
}

/** A tsvector has at most this many positions for one word, and none above the second number. */
const [maxPositions, lastPosition] = [255, 16_383]

/** PostgreSQL refuses a tsvector of more than 1,048,575 bytes, its positions included. */
const maxVectorBytes = 1_000_000

/** Written out here instead of by `to_tsvector`, whose words depend on the locale of the database. */
export function tsVectorOf(words: readonly string[]): string {
  const positions = new Map<string, number[]>()
  let bytes = 0
  for (const [i, word] of words.entries()) {
    const known = positions.get(word) ?? []
    if (known.length === 0) bytes += Buffer.byteLength(word) + 6
    if (bytes > maxVectorBytes) break
    if (known.length < maxPositions) known.push(Math.min(i + 1, lastPosition))
    positions.set(word, known)
  }
  return [...positions].map(([word, at]) => `${lexeme(word)}:${at.join(',')}`).join(' ')
}

function lexeme(word: string): string {
  return `'${word.replaceAll(/['\\]/g, '$&$&')}'`
}

function toTsQuery({ all, any, none }: TextQuery): string {
  const one = ({ words, isOpen }: Phrase) =>
    `(${words.map((word, i) => `${lexeme(word)}${isOpen && i === words.length - 1 ? ':*' : ''}`).join(' <-> ')})`
  const groups = any.map((phrases) => `(${phrases.map(one).join(' | ')})`)
  return [...all.map(one), ...groups, ...none.map((phrase) => `!${one(phrase)}`)].join(' & ')
}

function toFts5Query({ all, any, none }: TextQuery): string {
  const one = ({ words, isOpen }: Phrase) => `"${words.join(' ')}"${isOpen ? ' *' : ''}`
  const groups = any.map((phrases) => `(${phrases.map(one).join(' OR ')})`)
  const positive = [...all.map(one), ...groups].join(' AND ')
  return none.length === 0 ? positive : `(${positive}) NOT (${none.map(one).join(' OR ')})`
}
