import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller'
import type { Db } from '#store/db'
import { lastRead } from '#domain/channels/readMarks'
import { authorFieldsOf } from '#domain/messages/appearance'
import { type Entry, keyOf } from './entries.ts'

type Person = Pick<Caller, 'teamId' | 'userId'>

/** How much of a message is shown in the list. */
const maxExcerpt = 300
/** Replies beyond this number are not counted. */
const maxFresh = 10

/** How far the person has read the channels of these entries that they are in. */
export async function findMarks(
  db: Db,
  { teamId, userId }: Person,
  page: readonly Entry[],
): Promise<Map<string, string>> {
  const marks = new Map<string, string>()
  if (page.length === 0) return marks
  const rows = await db
    .selectFrom('members')
    .select(['channel_id', lastRead.as('last_read')])
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('channel_id', 'in', [...new Set(page.map(({ channel_id: id }) => id))])
    .execute()
  for (const { channel_id: id, last_read: mark } of rows) marks.set(id, mark)
  return marks
}

/** Author and beginning of the messages that the entries are about, and of the roots of their threads. */
export async function findExcerpts(db: Db, { teamId }: Person, page: readonly Entry[]) {
  const wanted = new Set(
    page.flatMap(({ channel_id: id, ts, thread }) => [`${id}/${ts}`, ...(thread ? [`${id}/${thread.thread_ts}`] : [])]),
  )
  const byChannel = Map.groupBy([...wanted], (key) => key.split('/')[0] ?? '')
  const found = new Map<string, ReturnType<typeof toExcerpt>>()
  for (const [channel, keys] of byChannel) {
    const rows = await db
      .selectFrom('messages')
      .select(['channel_id', 'ts', 'thread_ts', 'user_id', 'app_id', 'bot_id', 'username', 'icon_emoji', 'icon_url'])
      .select(sql<string>`substr(text, 1, ${maxExcerpt})`.as('excerpt'))
      .where('team_id', '=', teamId)
      .where('channel_id', '=', channel)
      .where(
        'ts',
        'in',
        keys.map((key) => key.split('/')[1] ?? ''),
      )
      .execute()
    for (const row of rows) found.set(keyOf(row), toExcerpt(row))
  }
  return found
}

function toExcerpt(row: Parameters<typeof authorFieldsOf>[0] & { thread_ts: string | null; excerpt: string }) {
  return {
    ...(row.thread_ts === null ? {} : { thread_ts: row.thread_ts }),
    ...authorFieldsOf(row),
    text: row.excerpt.toWellFormed(),
  }
}

/** How many replies of others the person has not read, in the threads of the page. */
export async function countFresh(
  db: Db,
  { teamId, userId }: Person,
  page: readonly Entry[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const entry of page) {
    const { channel_id: channel, at, thread } = entry
    if (!thread || thread.last_read >= at) continue
    const rows = await db
      .selectFrom('messages')
      .select('ts')
      .where('team_id', '=', teamId)
      .where('channel_id', '=', channel)
      .where('thread_ts', '=', thread.thread_ts)
      .where('ts', '>', thread.last_read)
      .where('deleted', '=', false)
      .where('user_id', '!=', userId)
      .limit(maxFresh)
      .execute()
    counts.set(keyOf(entry), rows.length)
  }
  return counts
}
