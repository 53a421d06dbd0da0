import { sql, type SqlBool } from 'kysely'
import type { Db } from '#store/db'
import { isStanding, type MessageRow } from './find.ts'

/** A channel, as its rows are found. */
interface Place {
  team_id: string
  id: string
}

export interface Range {
  oldest?: string | undefined
  latest?: string | undefined
  /** Whether messages with exactly those ts belong to it. */
  inclusive?: boolean | undefined
  limit: number
}

export interface Page {
  messages: MessageRow[]
  hasMore: boolean
}

/** What stands in a channel, newest first: roots, and the replies that were sent to the channel too. */
export async function onTop(db: Db, channel: Place, range: Range): Promise<Page> {
  const rows = await inRange(standing(db, channel), range)
    .orderBy('ts', 'desc')
    .limit(range.limit + 1)
    .execute()
  return { messages: rows.slice(0, range.limit), hasMore: rows.length > range.limit }
}

/** Of what stands in a channel. */
export function standing(db: Db, channel: Place) {
  return messagesOf(db, channel).where(isOnTop).where(isStanding)
}

/** A root, or sent to the channel too. As the index `messages_on_top` has it, word for word. */
const isOnTop = sql<SqlBool>`(thread_ts is null or subtype = 'thread_broadcast')`

/** A thread's replies, oldest first, without the root. */
export async function replies(db: Db, channel: Place, rootTs: string, range: Range): Promise<Page> {
  const rows = await inRange(
    messagesOf(db, channel).where('thread_ts', '=', rootTs).where('deleted', '=', false),
    range,
  )
    .orderBy('ts')
    .limit(range.limit + 1)
    .execute()
  return { messages: rows.slice(0, range.limit), hasMore: rows.length > range.limit }
}

/** The last replies of a thread, oldest first: where it goes on. */
export async function newestReplies(db: Db, channel: Place, rootTs: string, limit: number): Promise<MessageRow[]> {
  const rows = await messagesOf(db, channel)
    .where('thread_ts', '=', rootTs)
    .where('deleted', '=', false)
    .orderBy('ts', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

function messagesOf(db: Db, channel: Place) {
  return db
    .selectFrom('messages')
    .selectAll('messages')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
}

function inRange(
  query: ReturnType<typeof messagesOf>,
  { oldest, latest, inclusive }: Range,
): ReturnType<typeof messagesOf> {
  let limited = query
  if (oldest !== undefined) limited = limited.where('ts', inclusive ? '>=' : '>', oldest)
  if (latest !== undefined) limited = limited.where('ts', inclusive ? '<=' : '<', latest)
  return limited
}

export interface ThreadSummary {
  count: number
  users: string[]
  latest: string
}

/** How many replies each root has, of whom, and the newest. Roots without replies are left out. */
export async function threadSummaries(
  db: Db,
  channel: Place,
  rootTs: readonly string[],
): Promise<Map<string, ThreadSummary>> {
  const summaries = new Map<string, ThreadSummary>()
  if (rootTs.length === 0) return summaries
  const rows = await db
    .selectFrom('messages')
    .select(({ fn }) => [
      'thread_ts',
      'user_id',
      fn.countAll<number>().as('count'),
      fn.max('ts').as('latest'),
      fn.min('ts').as('first'),
    ])
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('thread_ts', 'in', rootTs)
    .where('deleted', '=', false)
    .groupBy(['thread_ts', 'user_id'])
    .orderBy('first')
    .execute()
  for (const { thread_ts: root, user_id, count, latest } of rows) {
    if (root === null) continue
    const summary = summaries.get(root)
    if (!summary) summaries.set(root, { count, users: [user_id], latest })
    else {
      summary.count += count
      summary.users.push(user_id)
      if (latest > summary.latest) summary.latest = latest
    }
  }
  return summaries
}

/** The newest message of a channel, null in an empty one. */
export async function latestTs(db: Db, channel: Place): Promise<string | null> {
  const row = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.max('ts').as('ts'))
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('deleted', '=', false)
    .executeTakeFirst()
  return row?.ts ?? null
}

/** How many messages stand in a channel from one ts on and before another. */
export async function countOnTop(db: Db, channel: Place, from: string, before: string): Promise<number> {
  const row = await standing(db, channel)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ts', '>=', from)
    .where('ts', '<', before)
    .executeTakeFirst()
  return row?.count ?? 0
}
