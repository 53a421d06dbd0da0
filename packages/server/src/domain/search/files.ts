import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller'
import { type FileRow, type ReadyFiles, selectReadableFiles } from '#domain/files/find'
import type { Db } from '#store/db'
import { facetPhrase, textMatches, type TextQuery } from '#store/textIndex/textIndex'
import { maxTotal, type SearchOptions } from './messages.ts'
import { findNamedChannels, findNamedUsers } from './names.ts'
import { parseQuery, type Query } from './query.ts'
import { scoreWords } from './score.ts'
import type { Searcher } from './searcher.ts'

export interface FileMatch {
  row: FileRow
  score: number
}

/** [SRC-7] Searches files by title and name, among those that the caller may read. */
export async function searchFiles(
  db: Db,
  caller: Caller,
  searcher: Searcher,
  text: string,
  options: SearchOptions,
): Promise<{ matches: FileMatch[]; total: number }> {
  const query = parseQuery(text, { now: db.clock.now(), timeZone: searcher.timeZone })
  // A file has no thread, no link and no reaction.
  if (query.modifiers.some(({ name, isNegated }) => (name === 'has' || name === 'is') && !isNegated)) return nothing
  const people = await findPeople(db, searcher, query)
  if (!people) return nothing
  const index: TextQuery = {
    all: [...query.phrases, facetPhrase('kind', 'file'), facetPhrase('team', searcher.teamId)],
    any: people.any,
    none: [...query.excluded, ...people.none],
  }
  const entries = db
    .selectFrom('search_entries')
    .select('search_entries.file_id')
    .where('search_entries.team_id', '=', searcher.teamId)
    // These belong to files. A database then knows the whole key of a file's entry.
    .where('search_entries.channel_id', '=', '')
    .where('search_entries.ts', '=', '')
    .where(textMatches(db, index))
  const named: { channels: string[]; isNegated: boolean }[] = []
  for (const { name, value, isNegated } of query.modifiers)
    if (name === 'in') named.push({ channels: await findNamedChannels(db, searcher, value), isNegated })
  const narrow = (files: ReadyFiles) => {
    let select = files.where('files.id', 'in', entries)
    for (const { from = 0, to = Infinity } of [options, ...query.periods]) {
      select = select.where('created_at', '>=', from)
      if (to < Infinity) select = select.where('created_at', '<', to)
    }
    for (const { channels, isNegated } of named)
      select = select.where(({ exists, not }) => {
        const isShared = exists(selectSharesIn(db, channels))
        return isNegated ? not(isShared) : isShared
      })
    return select
  }
  const rows = await selectReadableFiles(db, caller, narrow)
    .orderBy('created_at', 'desc')
    .orderBy('files.id')
    .limit(maxTotal)
    .execute()
  const now = db.clock.now()
  const score = (row: FileRow) =>
    options.sort === 'score' ? scoreWords(query, `${row.title} ${row.name}`, now - row.created_at) : 1
  const scored = rows.map((row) => ({ row, score: score(row) }))
  const order = options.sort === 'score' ? scored.toSorted((a, b) => b.score - a.score) : scored
  const directed = options.direction === 'asc' ? order.toReversed() : order
  return { matches: directed.slice(options.skip, options.skip + options.limit), total: rows.length }
}

const nothing = { matches: [], total: 0 }

/** Selects the shares in these channels of the file of each row of `files`. */
function selectSharesIn(db: Db, channels: readonly string[]) {
  return db
    .selectFrom('file_shares')
    .select('file_shares.ts')
    .where('file_shares.team_id', '=', sql.ref<string>('files.team_id'))
    .where('file_shares.file_id', '=', sql.ref<string>('files.id'))
    .where('file_shares.channel_id', 'in', channels.length > 0 ? channels : [''])
}

async function findPeople(db: Db, searcher: Searcher, { modifiers }: Query) {
  const [any, none]: [TextQuery['all'][], TextQuery['all'][]] = [[], []]
  for (const { name, value, isNegated } of modifiers) {
    if (name !== 'from') continue
    const phrases = (await findNamedUsers(db, searcher, value)).map((id) => facetPhrase('user', id))
    if (isNegated) none.push(phrases)
    else if (phrases.length === 0) return undefined
    else any.push(phrases)
  }
  return { any, none: none.flat() }
}
