import type { Channel } from '#domain/channels/find'
import { findChannel } from '#domain/channels/find'
import type { MessageRow } from '#domain/messages/find'
import { displayNameOf, type UserRow } from '#domain/people/users'
import type { Db } from '#store/db'
import { wordsOf } from '#store/textIndex/words'
import { parseQuery, type Query } from './query.ts'
import { type Searcher, selectSearchedChannels } from './searcher.ts'

/** How many messages are shown before and after a match. */
const neighbours = 2

/** The messages around a match: in its thread if it is a reply, else in the channel. */
export async function findNeighbours(db: Db, row: MessageRow): Promise<{ before: MessageRow[]; after: MessageRow[] }> {
  const shown = db
    .selectFrom('messages')
    .selectAll()
    .where('team_id', '=', row.team_id)
    .where('channel_id', '=', row.channel_id)
    .where('deleted', '=', false)
    .where('notice', 'is', null)
  const near = (comparison: '<' | '>', order: 'asc' | 'desc') =>
    shown
      .where('thread_ts', row.thread_ts === null ? 'is' : '=', row.thread_ts)
      .where('ts', comparison, row.ts)
      .orderBy('ts', order)
      .limit(neighbours)
      .execute()
  const before = (await near('<', 'desc')).toReversed()
  // A query for the replies or the message above them would read the whole thread.
  if (row.thread_ts !== null && before.length < neighbours)
    before.unshift(...(await shown.where('ts', '=', row.thread_ts).execute()))
  return { before, after: await near('>', 'asc') }
}

/** How many people and channels of a team a search looks through. */
const maxScanned = 1000

/** [SRC-8] People whose name or e-mail has all the words. */
export async function searchPeople(db: Db, { teamId }: Searcher, text: string, deleted: boolean): Promise<UserRow[]> {
  let select = db.selectFrom('users').selectAll().where('team_id', '=', teamId).where('app_id', 'is', null)
  if (!deleted) select = select.where('deleted', '=', false)
  const rows = await select.orderBy('id').limit(maxScanned).execute()
  const query = parseQuery(text, { now: 0, timeZone: 'UTC' })
  return rows.filter((row) => isAnswer(query, `${row.name} ${row.real_name} ${displayNameOf(row)}`))
}

/** [SRC-8] Channels whose name, topic or purpose has all the words. */
export async function searchChannels(db: Db, searcher: Searcher, text: string, archived: boolean): Promise<Channel[]> {
  let select = selectSearchedChannels(db, searcher)
    .select(['channels.name', 'channels.topic', 'channels.purpose'])
    .where('channels.kind', 'in', ['public', 'private'])
  if (!archived) select = select.where('channels.archived', '=', false)
  const rows = await select.orderBy('channels.id').limit(maxScanned).execute()
  const query = parseQuery(text, { now: 0, timeZone: 'UTC' })
  const found: Channel[] = []
  for (const row of rows.filter((each) => isAnswer(query, `${each.name} ${each.topic} ${each.purpose}`))) {
    const channel = await findChannel(db, searcher.teamId, row.id)
    if (channel) found.push(channel)
  }
  return found
}

/** Whether a short text has every word of a query, or a word that begins with it. */
function isAnswer({ phrases }: Query, text: string): boolean {
  const words = wordsOf(text)
  return (
    phrases.length > 0 &&
    phrases.every((phrase) =>
      phrase.words.every((asked, i) =>
        words.some(
          (word) => word === asked || (phrase.isOpen && i === phrase.words.length - 1 && word.startsWith(asked)),
        ),
      ),
    )
  )
}
