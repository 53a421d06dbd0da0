import { findAppProfiles } from '#domain/apps/profiles'
import { findShownMessage, type MessageRow } from '#domain/messages/find'
import { summarizeThreads } from '#domain/threads/summaries'
import { listReactions } from '#domain/reactions/reactions'
import { readOpenStreams } from '#domain/streams/read'
import { findFilesOf } from '#domain/files/find'
import { listThreadDetails } from '#domain/threads/find'
import { type Caller } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import type { Db } from '#store/db'
import { toMessageFile } from './file.ts'
import { toThreadFields } from './thread.ts'
import {
  appearanceFields,
  appFields,
  contentFields,
  maxReactors,
  reactionFields,
  threadFieldsOf,
} from './messageFields.ts'
import type { MessageObject } from './messageSchema.ts'

/**
 * The message objects of rows of one channel. [STR-12] An open stream has its text so far, as far as `reader` may read it.
 * `allReactors` lists everyone who reacted instead of the first 50.
 */
export async function toMessageObjects(
  db: Db,
  channel: { team_id: string; id: string },
  rows: readonly MessageRow[],
  options: { metadata: boolean; reader?: Caller; allReactors?: boolean },
): Promise<MessageObject[]> {
  const streams = await readOpenStreams(db, rows)
  const streamedTo = streams.size > 0 ? await findChannel(db, channel.team_id, channel.id) : undefined
  const apps = await findAppProfiles(
    db,
    rows.flatMap((row) => row.app_id ?? []),
  )
  const authors = await rootAuthors(db, channel, rows)
  const roots = await broadcastRoots(db, channel, rows)
  const rootTs = rows.filter((row) => row.thread_ts === null).map((row) => row.ts)
  const summaries = await summarizeThreads(db, channel, rootTs)
  const allTs = rows.map((row) => row.ts)
  const reactions = await listReactions(db, channel, allTs)
  const files = await findFilesOf(db, channel.team_id, rows)
  const threads = await toThreadFields(db, await listThreadDetails(db, channel, rootTs))
  return rows.map((row) => {
    const thread = { ...threadFieldsOf(row, authors, summaries.get(row.ts)), ...threads.get(row.ts) }
    if (row.deleted) return { ...tombstone, team: row.team_id, ts: row.ts, ...thread }
    return {
      type: 'message',
      ...(row.files ? { subtype: 'file_share' as const } : {}),
      ...(row.subtype ? { subtype: row.subtype } : {}),
      ...row.notice,
      user: row.user_id,
      ...appFields(row, apps.get(row.app_id ?? '')),
      team: row.team_id,
      ...contentFields(row, streams.get(row.ts), streamedTo, options.reader),
      ts: row.ts,
      ...thread,
      ...broadcastFields(row, roots),
      ...(row.client_msg_id ? { client_msg_id: row.client_msg_id } : {}),
      ...appearanceFields(row),
      ...(row.edited_at ? { edited: { user: row.user_id, ts: `${Math.floor(row.edited_at / 1000)}.000000` } } : {}),
      ...(row.files ? { files: row.files.map((id) => toMessageFile(db, id, files.get(id))), upload: true } : {}),
      ...(options.metadata && row.metadata ? { metadata: { ...row.metadata } } : {}),
      ...reactionFields(reactions.get(row.ts), options.allReactors ? Infinity : maxReactors),
      ...(row.locked ? { is_locked: true } : {}),
    }
  })
}

/** [MSG-5] What remains of a deleted message that has replies. */
const tombstone = {
  type: 'message',
  subtype: 'tombstone',
  hidden: true,
  user: 'USLACKBOT',
  text: 'This message was deleted.',
  blocks: [],
} satisfies Partial<MessageObject>

function authorOf(row: MessageRow): string {
  return row.deleted ? tombstone.user : row.user_id
}

/** The roots of the rows that are broadcast replies, by ts. */
async function broadcastRoots(
  db: Db,
  channel: { team_id: string; id: string },
  rows: readonly MessageRow[],
): Promise<Map<string, MessageObject>> {
  const rootTimestamps = new Set(rows.flatMap((row) => (row.subtype === 'thread_broadcast' && row.thread_ts) || []))
  const roots: MessageRow[] = []
  for (const ts of rootTimestamps) {
    const root = await findShownMessage(db, channel, ts)
    if (root) roots.push(root)
  }
  if (roots.length === 0) return new Map()
  const messages = await toMessageObjects(db, channel, roots, { metadata: false })
  return new Map(messages.map((message) => [message.ts, message]))
}

function broadcastFields(row: MessageRow, roots: Map<string, MessageObject>): Pick<MessageObject, 'root'> {
  const root = row.subtype === 'thread_broadcast' && row.thread_ts ? roots.get(row.thread_ts) : undefined
  return root ? { root: { ...root } } : {}
}

/** The authors of the rows and of their roots, by ts. */
async function rootAuthors(
  db: Db,
  channel: { team_id: string; id: string },
  rows: readonly MessageRow[],
): Promise<Map<string, string>> {
  const authors = new Map(rows.map((row) => [row.ts, authorOf(row)]))
  const missing = new Set(rows.flatMap((row) => (row.thread_ts && !authors.has(row.thread_ts) ? [row.thread_ts] : [])))
  for (const ts of missing) {
    const root = await findShownMessage(db, channel, ts)
    if (root) authors.set(ts, authorOf(root))
  }
  return authors
}
