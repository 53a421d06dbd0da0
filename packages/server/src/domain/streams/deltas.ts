import type { Chunk } from '@rivulet/blocks/types'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { Delta, StreamRow } from './head.ts'

export function toDelta(row: Selectable<Tables['log']>): Delta {
  return { chunks: row.body ?? [], mode: row.subject === 'text' ? 'text' : 'chunks', total: row.total ?? 0, at: row.at }
}

/** Selects the deltas of a stream from the log. */
export function selectDeltas(db: Db, stream: { team_id: string; channel_id: string; ts: string; begun_after: number }) {
  return db
    .selectFrom('log')
    .where('team_id', '=', stream.team_id)
    .where('channel_id', '=', stream.channel_id)
    .where('ts', '=', stream.ts)
    .where('n', 'is not', null)
    .where('seq', '>', stream.begun_after)
}

/** Whether a task was streamed. Searches backwards from the newest delta, since apps that stream tasks do so repeatedly. */
export async function hasTask(db: Db, stream: StreamRow): Promise<boolean> {
  const found = await selectTaskDeltas(db, stream).select('n').orderBy('n', 'desc').limit(1).executeTakeFirst()
  return found !== undefined
}

export async function findTaskIds(db: Db, stream: StreamRow): Promise<string[]> {
  const rows = await selectTaskDeltas(db, stream).select('body').execute()
  const chunks = rows.flatMap((row): Chunk[] => row.body ?? [])
  return chunks.flatMap((chunk) => (chunk.type === 'task_update' ? [chunk.id] : []))
}

function selectTaskDeltas(db: Db, stream: StreamRow) {
  // This cannot match text of the message: there, a backslash precedes each quotation mark.
  return selectDeltas(db, stream).where(sql<boolean>`body like '%"type":"task_update"%'`)
}
