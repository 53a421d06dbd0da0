import { canonicalEmojiName } from '@rivulet/blocks/emoji'
import { type RawBuilder, sql } from 'kysely'
import type { MessageRow } from '#domain/messages/find'
import { Pace } from '#domain/pace'
import { toTs } from '#domain/ts'
import type { Db } from '#store/db'
import { facetPhrase, matchesInPieces, type Phrase, type TextQuery } from '#store/textIndex/textIndex'
import { findDirectMessages, findNamedChannels, findNamedUsers } from './names.ts'
import { parseQuery, type Query, queryPhraseOf } from './query.ts'
import { scoreOf } from './score.ts'
import { type Searcher, selectSearchedChannels } from './searcher.ts'

export interface SearchOptions {
  sort: 'score' | 'timestamp'
  direction: 'asc' | 'desc'
  skip: number
  limit: number
  /** Only messages written then, Unix milliseconds. */
  from?: number | undefined
  to?: number | undefined
  /** Only messages of people. */
  onlyPeople?: boolean
  withoutArchived?: boolean
  /** One of the words is enough, if no message has all. */
  orAnyWord?: boolean
  /** At least one word of each group, in addition to the query. */
  groups?: readonly (readonly string[])[]
}

export interface MessageMatch {
  row: MessageRow
  score: number
}

/** [SRC-5] How many of the newest matches are put in order and counted. */
export const maxTotal = 1000

/** [SRC-6] How many characters of a message count for its score: long ones of a thousand matches would take seconds. */
const maxScored = 2000

/** [SRC-3] Searches the messages that the searcher may read. */
export async function searchMessages(
  db: Db,
  searcher: Searcher,
  text: string,
  options: SearchOptions,
): Promise<{ matches: MessageMatch[]; total: number }> {
  const query = parseQuery(text, { now: db.clock.now(), timeZone: searcher.timeZone })
  const strict = await toTextQuery(db, searcher, query, options.groups)
  const asksNothing = [query.phrases, query.excluded, query.modifiers, query.periods, strict?.any].every(
    (part) => part?.length === 0,
  )
  if (!strict || asksNothing) return { matches: [], total: 0 }
  let found = await findCandidates(db, searcher, query, strict, options)
  if (found.length === 0 && options.orAnyWord && query.phrases.length > 1) {
    const loose = { ...strict, all: strict.base, any: [...strict.any, query.phrases] }
    found = await findCandidates(db, searcher, query, loose, options)
  }
  const order = options.sort === 'score' ? found.toSorted((a, b) => b.score - a.score) : found
  const page = (options.direction === 'asc' ? order.toReversed() : order).slice(
    options.skip,
    options.skip + options.limit,
  )
  return { matches: await withRows(db, searcher, page), total: found.length }
}

interface Candidate {
  channel_id: string
  ts: string
  score: number
}

/** The newest messages that match, the newest first. Others get their turn meanwhile: each may be long. */
async function findCandidates(
  db: Db,
  searcher: Searcher,
  query: Query,
  text: TextQuery,
  options: SearchOptions,
): Promise<Candidate[]> {
  const found: Candidate[] = []
  const now = db.clock.now()
  const pace = new Pace()
  for await (const matches of matchesInPieces(db, text)) {
    await pace.next()
    const select = selectCandidates(db, searcher, query, matches, options).limit(maxTotal - found.length)
    if (options.sort === 'timestamp') {
      for (const key of await select.execute()) found.push({ ...key, score: 1 })
    } else {
      const beginning = sql<string>`substr(messages.text, 1, ${maxScored})`.as('text')
      for (const { text, ...key } of await select.select(beginning).execute()) {
        await pace.next()
        found.push({ ...key, score: scoreOf(query, { text, ts: key.ts }, now) })
      }
    }
    if (found.length === maxTotal) break
  }
  return found
}

/** Selects the messages among these entries that the searcher may read and that meet the conditions, the newest first. */
function selectCandidates(
  db: Db,
  searcher: Searcher,
  query: Query,
  entries: RawBuilder<boolean>,
  options: SearchOptions,
) {
  const { from = 0, to = Infinity, onlyPeople = false, withoutArchived = false } = options
  let channels = selectSearchedChannels(db, searcher).where('channels.id', '=', sql.ref<string>('messages.channel_id'))
  if (withoutArchived) channels = channels.where('channels.archived', '=', false)
  let select = db
    .selectFrom('search_entries')
    // SQLite keeps this order: from the few entries to their messages.
    .crossJoin('messages')
    .whereRef('messages.team_id', '=', 'search_entries.team_id')
    .whereRef('messages.channel_id', '=', 'search_entries.channel_id')
    .whereRef('messages.ts', '=', 'search_entries.ts')
    .select(['messages.channel_id', 'messages.ts'])
    .where('search_entries.team_id', '=', searcher.teamId)
    .where(entries)
    .where('messages.deleted', '=', false)
    .where(({ exists }) => exists(channels))
  for (const period of [{ from, to }, ...query.periods]) {
    if (period.from > earliest) select = select.where('messages.ts', '>=', toBoundary(period.from))
    if (period.to < latest) select = select.where('messages.ts', '<', toBoundary(period.to))
  }
  if (onlyPeople) select = select.where('messages.bot_id', 'is', null)
  for (const { name, value, isNegated } of query.modifiers) {
    const condition = name === 'has' ? hasCondition(value) : name === 'is' ? isCondition(value) : undefined
    if (condition) select = select.where(isNegated ? sql<boolean>`not (${condition})` : condition)
  }
  return select.orderBy('messages.ts', 'desc')
}

/** A ts names moments between these two, so that its digits can be compared as text. */
const [earliest, latest] = [1_000_000_000_000, 9_000_000_000_000]

function toBoundary(at: number): string {
  return toTs(Math.min(latest, Math.max(earliest, at)) * 1000)
}

function hasCondition(value: string) {
  const name = value.toLowerCase()
  const here = sql`team_id = messages.team_id and channel_id = messages.channel_id and ts = messages.ts`
  if (name === 'link') return sql<boolean>`messages.text like '%<http%'`
  if (name === 'file') return sql<boolean>`messages.files is not null`
  if (name === 'reaction') return sql<boolean>`exists (select 1 from reactions where ${here})`
  if (name === 'pin') return sql<boolean>`exists (select 1 from pins where ${here})`
  const [, emoji] = /^:([^:]+):$/.exec(name) ?? []
  const canonical = emoji === undefined ? undefined : (canonicalEmojiName(emoji) ?? emoji)
  if (canonical === undefined) return sql<boolean>`1 = 0`
  return sql<boolean>`exists (select 1 from reactions where ${here} and name = ${canonical})`
}

function isCondition(value: string) {
  if (value.toLowerCase() !== 'thread') return sql<boolean>`1 = 0`
  return sql<boolean>`(messages.thread_ts is not null or exists (
    select 1 from messages reply where reply.team_id = messages.team_id and reply.channel_id = messages.channel_id
      and reply.thread_ts = messages.ts and not reply.deleted))`
}

/** What the index is asked; undefined if a modifier names nothing that there is. */
async function toTextQuery(
  db: Db,
  searcher: Searcher,
  query: Query,
  groups: SearchOptions['groups'] = [],
): Promise<(TextQuery & { base: Phrase[] }) | undefined> {
  const any: Phrase[][] = groups
    .map((group) => group.map(queryPhraseOf).filter(({ words }) => words.length > 0))
    .filter((group) => group.length > 0)
  const none: Phrase[] = [...query.excluded]
  for (const { name, value, isNegated } of query.modifiers) {
    const phrases = await facetsOf(db, searcher, name, value)
    if (!phrases) continue
    if (isNegated) none.push(...phrases)
    else if (phrases.length === 0) return undefined
    else any.push(phrases)
  }
  const base = [facetPhrase('kind', 'message'), facetPhrase('team', searcher.teamId)]
  return { all: [...query.phrases, ...base], base, any, none }
}

async function facetsOf(db: Db, searcher: Searcher, name: string, value: string): Promise<Phrase[] | undefined> {
  switch (name) {
    case 'from':
      return (await findNamedUsers(db, searcher, value)).map((id) => facetPhrase('user', id))
    case 'in':
      return (await findNamedChannels(db, searcher, value)).map((id) => facetPhrase('channel', id))
    case 'to':
    case 'with': {
      const users = await findNamedUsers(db, searcher, value)
      return (await findDirectMessages(db, searcher, users)).map((id) => facetPhrase('channel', id))
    }
    default:
      return undefined
  }
}

async function withRows(db: Db, { teamId }: Searcher, page: readonly Candidate[]): Promise<MessageMatch[]> {
  const matches: MessageMatch[] = []
  const pace = new Pace()
  for (const { channel_id, ts, score } of page) {
    await pace.next()
    const row = await db
      .selectFrom('messages')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('channel_id', '=', channel_id)
      .where('ts', '=', ts)
      .executeTakeFirst()
    if (row && !row.deleted) matches.push({ row, score })
  }
  return matches
}
