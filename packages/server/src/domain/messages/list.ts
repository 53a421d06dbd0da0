import { sql, type SqlBool } from 'kysely'
import type { Db } from '#store/db'
import { isShown, type MessageRow } from './find.ts'

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
  limit: number
}

export interface MessagePage {
  messages: MessageRow[]
  hasMore: boolean
}

/** Lists the messages of a channel, newest first: roots, and replies that were sent to the channel too. */
export async function listChannelMessages(db: Db, channel: ChannelKey, range: MessageRange): Promise<MessagePage> {
  const rows = await inRange(selectChannelMessages(db, channel), range)
    .orderBy('ts', 'desc')
    .limit(range.limit + 1)
    .execute()
  return { messages: rows.slice(0, range.limit), hasMore: rows.length > range.limit }
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
  const rows = await inRange(
    selectMessages(db, channel).where('thread_ts', '=', rootTs).where('deleted', '=', false),
    range,
  )
    .orderBy('ts')
    .limit(range.limit + 1)
    .execute()
  return { messages: rows.slice(0, range.limit), hasMore: rows.length > range.limit }
}

/** Lists the last replies of a thread, oldest first. */
export async function listNewestReplies(
  db: Db,
  channel: ChannelKey,
  rootTs: string,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await selectMessages(db, channel)
    .where('thread_ts', '=', rootTs)
    .where('deleted', '=', false)
    .orderBy('ts', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

function selectMessages(db: Db, channel: ChannelKey) {
  return db
    .selectFrom('messages')
    .selectAll('messages')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
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
  const row = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.max('ts').as('ts'))
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('deleted', '=', false)
    .executeTakeFirst()
  return row?.ts ?? null
}

/** Counts the messages that a channel shows from one ts (inclusive) to another (exclusive). */
export async function countChannelMessages(db: Db, channel: ChannelKey, from: string, before: string): Promise<number> {
  const row = await selectChannelMessages(db, channel)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ts', '>=', from)
    .where('ts', '<', before)
    .executeTakeFirst()
  return row?.count ?? 0
}
