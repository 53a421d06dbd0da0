import { sql, type SqlBool } from 'kysely'
import type { Db } from '#store/db'
import { inBatches } from '#domain/batches'
import { contentColumns, fitOnPage, storedBytes } from '#domain/page'
import { isShown, type MessageRow, selectMessages } from './find.ts'

/** What identifies a channel. */
export interface ChannelKey {
  team_id: string
  id: string
}

export interface MessageRange {
  oldest?: string | undefined
  latest?: string | undefined
  /** Whether messages with exactly those ts are included. */
  inclusive?: boolean | undefined
  /** The ts with which the previous page ended: this one begins after it, on the way to newer or to older messages. */
  continues?: string | undefined
  limit: number
}

export interface MessagePage {
  messages: MessageRow[]
  hasMore: boolean
}

/** Lists the messages of a channel, newest first: roots, and replies that were sent to the channel too. */
export async function listChannelMessages(db: Db, channel: ChannelKey, range: MessageRange): Promise<MessagePage> {
  const { continues } = range
  let query = inRange(selectChannelMessages(db, channel), range)
  if (continues !== undefined) query = query.where('ts', '<', continues)
  return readPage(query, 'desc', range.limit)
}

/** Lists the messages that a channel shows after a ts, or from it on, oldest first. */
export async function listNewerMessages(db: Db, channel: ChannelKey, range: MessageRange): Promise<MessagePage> {
  return readPage(inRange(selectChannelMessages(db, channel), range), 'asc', range.limit)
}

/** [ENV-12] The first rows, as many as were asked for and fit on a page. Rows that do not fit are not read. */
async function readPage(
  query: ReturnType<typeof selectMessages>,
  order: 'asc' | 'desc',
  limit: number,
): Promise<MessagePage> {
  const sizes = await query
    .clearSelect()
    .select(['messages.ts', storedBytes(...contentColumns).as('size')])
    .orderBy('ts', order)
    .limit(limit + 1)
    .execute()
  const page = fitOnPage(sizes.slice(0, limit), ({ size }) => size)
  const last = page.at(-1)?.ts
  if (last === undefined) return { messages: [], hasMore: sizes.length > 0 }
  const messages = await query
    .where('ts', order === 'desc' ? '>=' : '<=', last)
    .orderBy('ts', order)
    .execute()
  return { messages, hasMore: sizes.length > page.length }
}

/** Selects the messages that a channel shows outside of threads. */
export function selectChannelMessages(db: Db, channel: ChannelKey) {
  return selectMessages(db, channel).where(isInChannel).where(isShown)
}

/** A root, or a reply that was sent to the channel too. It repeats the condition of the index `messages_on_top` word for word. */
const isInChannel = sql<SqlBool>`(thread_ts is null or subtype = 'thread_broadcast')`

/** Lists the replies of a thread, oldest first, without the root. */
export async function listReplies(
  db: Db,
  channel: ChannelKey,
  rootTs: string,
  range: MessageRange,
): Promise<MessagePage> {
  const { continues } = range
  let query = inRange(selectMessages(db, channel).where('thread_ts', '=', rootTs).where('deleted', '=', false), range)
  if (continues !== undefined) query = query.where('ts', '>', continues)
  return readPage(query, 'asc', range.limit)
}

/** Lists the last replies of a thread, or the last before a ts, newest first. */
export async function listNewestReplies(
  db: Db,
  channel: ChannelKey,
  rootTs: string,
  limit: number,
  before?: string,
): Promise<MessagePage> {
  let query = selectMessages(db, channel).where('thread_ts', '=', rootTs).where('deleted', '=', false)
  if (before !== undefined) query = query.where('ts', '<', before)
  return readPage(query, 'desc', limit)
}

function inRange(
  query: ReturnType<typeof selectMessages>,
  { oldest, latest, inclusive }: MessageRange,
): ReturnType<typeof selectMessages> {
  let limited = query
  if (oldest !== undefined) limited = limited.where('ts', inclusive ? '>=' : '>', oldest)
  if (latest !== undefined) limited = limited.where('ts', inclusive ? '<=' : '<', latest)
  return limited
}

/** Finds the ts of the newest message of a channel. Null if it has none. */
export async function findLatestTs(db: Db, channel: ChannelKey): Promise<string | null> {
  return (await listLatestTs(db, channel.team_id, [channel.id])).get(channel.id) ?? null
}

/** The newest ts of each of these channels; null in an empty one. */
export async function listLatestTs(
  db: Db,
  teamId: string,
  channelIds: readonly string[],
): Promise<Map<string, string | null>> {
  const latest = new Map<string, string | null>()
  for (const ids of inBatches(channelIds)) {
    const rows = await db
      .selectFrom('channels')
      .select('id')
      .select(({ selectFrom }) =>
        selectFrom('messages')
          .select(({ fn }) => fn.max('ts').as('ts'))
          .whereRef('messages.team_id', '=', 'channels.team_id')
          .whereRef('messages.channel_id', '=', 'channels.id')
          .where('messages.deleted', '=', false)
          .as('latest'),
      )
      .where('team_id', '=', teamId)
      .where('id', 'in', ids)
      .execute()
    for (const row of rows) latest.set(row.id, row.latest)
  }
  return latest
}
