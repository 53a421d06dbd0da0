import { sql } from 'kysely'
import type { Db } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { summarizeThreadsIn, type ThreadSummary } from '#domain/threads/summaries'
import { selectVisibleShares } from './find.ts'

/** Of one file at most so many messages are listed, the newest. */
export const maxPlaces = 100

/** A message that shares a file, where the caller can see it. */
export interface FilePlace {
  channel_id: string
  kind: string
  /** The name of the channel. */
  name: string
  ts: string
  thread_ts: string | null
  /** Who wrote the message. */
  user_id: string
  /** The thread that the message is in or begins. Undefined without replies. */
  thread: ThreadSummary | undefined
}

/** [FIL-14] Finds the channels in which the caller can see these files shared, by id: all of them. */
export async function findChannelsOfFiles(
  db: Db,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, Pick<FilePlace, 'channel_id' | 'kind'>[]>> {
  if (ids.length === 0) return new Map()
  const rows = await selectVisibleShares(db, caller)
    .clearSelect()
    .select(['file_id', 'channels.id as channel_id', 'channels.kind'])
    .distinct()
    .where('file_id', 'in', ids)
    .orderBy('channels.id')
    .execute()
  return Map.groupBy(rows, (row) => row.file_id)
}

/** [FIL-5] Finds where the caller can see these files shared, by id and the oldest first. One more than `maxPlaces` says that there are more. */
export async function findPlaces(db: Db, caller: Caller, ids: readonly string[]): Promise<Map<string, FilePlace[]>> {
  const places = new Map<string, FilePlace[]>()
  if (ids.length === 0) return places
  const numbered = selectVisibleShares(db, caller)
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.team_id', '=', 'file_shares.team_id')
        .onRef('messages.channel_id', '=', 'file_shares.channel_id')
        .onRef('messages.ts', '=', 'file_shares.ts'),
    )
    .select(['file_id', 'messages.thread_ts', 'messages.user_id'])
    .select(sql<number>`row_number() over (partition by file_id order by file_shares.ts desc)`.as('place'))
    .where('file_id', 'in', ids)
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .selectAll()
    .where('place', '<=', maxPlaces + 1)
    .orderBy('ts')
    .execute()
  const roots = rows.map((row) => ({ channel_id: row.channel_id, ts: row.thread_ts ?? row.ts }))
  const threads = await summarizeThreadsIn(db, caller.teamId, roots)
  for (const { file_id: id, place: _place, ...row } of rows) {
    const of = places.get(id) ?? []
    places.set(id, [...of, { ...row, thread: threads.get(row.channel_id)?.get(row.thread_ts ?? row.ts) }])
  }
  return places
}
