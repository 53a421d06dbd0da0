import { findAppProfiles } from '#domain/apps/profiles'
import { slackbotId } from '#domain/people/profile/slackbot'
import { findShownMessages, type MessageRow } from '#domain/messages/find'
import { summarizeThreads } from '#domain/threads/summaries'
import { findPins } from '#domain/pins/pins'
import { listReactions } from '#domain/reactions/reactions'
import { readOpenStreams } from '#domain/streams/read'
import { findFilesOf, findPublicFiles } from '#domain/files/find'
import { listThreadDetails } from '#domain/threads/find'
import { type Caller } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import type { Db } from '#store/db'
import { toMessageFile } from './file.ts'
import { toSessionFields } from './thread.ts'
import type { AuthorApp } from './bot.ts'
import {
  appearanceFields,
  appFields,
  contentFields,
  contentSoFar,
  maxReactors,
  pinFields,
  type Reader,
  reactionFields,
  threadFieldsOf,
  titleField,
} from './messageFields.ts'
import type { MessageObject } from './messageSchema.ts'

/**
 * The message objects of rows of one channel. [STR-12] An open stream has its text so far, as far as `reader` may read it;
 * without one, it has none.
 * `allReactors` lists everyone who reacted instead of the first 50. `justWrittenBy`: this caller has just written the rows, so
 * nobody has answered, pinned or reacted.
 */
export async function toMessageObjects(
  db: Db,
  channel: { team_id: string; id: string },
  rows: readonly MessageRow[],
  options: { metadata: boolean; reader?: Reader; allReactors?: boolean; justWrittenBy?: Caller | undefined },
): Promise<MessageObject[]> {
  const streams = await readOpenStreams(db, rows)
  const streamedTo = streams.size > 0 ? await findChannel(db, channel.team_id, channel.id) : undefined
  const streamed = new Map<string, Awaited<ReturnType<typeof contentSoFar>>>()
  for (const [ts, stream] of streams) streamed.set(ts, await contentSoFar(stream, streamedTo, options.reader))
  const known = options.justWrittenBy ? [] : rows
  const rootTs = known.filter((row) => row.thread_ts === null).map((row) => row.ts)
  const allTs = known.map((row) => row.ts)
  const [apps, withRoots, summaries, reactions, pins, files, details] = await Promise.all([
    findAuthors(db, rows, options.justWrittenBy),
    findWithRoots(db, channel, rows),
    summarizeThreads(db, channel, rootTs),
    listReactions(db, channel, allTs),
    findPins(db, channel, allTs),
    findFilesOf(db, channel.team_id, rows),
    listThreadDetails(db, channel, rootTs),
  ])
  const authors = new Map([...withRoots].map(([ts, row]) => [ts, authorOf(row)]))
  const roots = await toBroadcastRoots(db, channel, rows, withRoots)
  const inPublic = await findPublicFiles(db, channel.team_id, [...files.keys()])
  const sessions = await toSessionFields(db, details)
  const titles = new Map(details.map(({ threadTs, title }) => [threadTs, title]))
  return rows.map((row) => {
    const thread = {
      ...threadFieldsOf(row, authors, summaries.get(row.ts)),
      ...titleField(row, titles.get(row.ts)),
      ...sessions.get(row.ts),
    }
    if (row.deleted) return { ...tombstone, team: row.team_id, ts: row.ts, ...thread }
    return {
      type: 'message',
      ...(row.files ? { subtype: 'file_share' as const } : {}),
      ...(row.subtype ? { subtype: row.subtype } : {}),
      ...row.notice,
      user: row.user_id,
      ...appFields(db, row, apps.get(row.app_id ?? '')),
      team: row.team_id,
      ...(streamed.get(row.ts) ?? contentFields(row)),
      ts: row.ts,
      ...thread,
      ...broadcastFields(row, roots),
      ...(row.client_msg_id ? { client_msg_id: row.client_msg_id } : {}),
      ...appearanceFields(row),
      ...(row.edited_at ? { edited: { user: row.user_id, ts: `${Math.floor(row.edited_at / 1000)}.000000` } } : {}),
      ...(row.files
        ? { files: row.files.map((id) => toMessageFile(db, id, files.get(id), inPublic)), upload: true }
        : {}),
      ...(options.metadata && row.metadata ? { metadata: { ...row.metadata } } : {}),
      ...reactionFields(reactions.get(row.ts), options.allReactors ? Infinity : maxReactors),
      ...pinFields(pins.get(row.ts)),
      ...(row.locked ? { is_locked: true } : {}),
    }
  })
}

/** [MSG-5] What remains of a deleted message that has replies. */
const tombstone = {
  type: 'message',
  subtype: 'tombstone',
  hidden: true,
  user: slackbotId,
  text: 'This message was deleted.',
  blocks: [],
} satisfies Partial<MessageObject>

/** The apps that wrote the rows, by id. */
async function findAuthors(
  db: Db,
  rows: readonly MessageRow[],
  writer: Caller | undefined,
): Promise<ReadonlyMap<string, AuthorApp>> {
  if (writer) return new Map(writer.app && [[writer.app.id, { ...writer.app, removed: false }]])
  return findAppProfiles(
    db,
    rows.flatMap((row) => row.app_id ?? []),
  )
}

function authorOf(row: MessageRow): string {
  return row.deleted ? tombstone.user : row.user_id
}

/** The rows and the roots of those that are replies, by ts. */
async function findWithRoots(
  db: Db,
  channel: { team_id: string; id: string },
  rows: readonly MessageRow[],
): Promise<Map<string, MessageRow>> {
  const known = new Map(rows.map((row) => [row.ts, row]))
  const missing = new Set(rows.flatMap(({ thread_ts: ts }) => (ts !== null && !known.has(ts) ? [ts] : [])))
  for (const root of await findShownMessages(db, channel, [...missing])) known.set(root.ts, root)
  return known
}

/** The roots of the rows that are broadcast replies, by ts. */
async function toBroadcastRoots(
  db: Db,
  channel: { team_id: string; id: string },
  rows: readonly MessageRow[],
  known: ReadonlyMap<string, MessageRow>,
): Promise<Map<string, MessageObject>> {
  const timestamps = new Set(rows.flatMap((row) => (row.subtype === 'thread_broadcast' && row.thread_ts) || []))
  const roots = [...timestamps].flatMap((ts) => known.get(ts) ?? [])
  if (roots.length === 0) return new Map()
  const messages = await toMessageObjects(db, channel, roots, { metadata: false })
  return new Map(messages.map((message) => [message.ts, message]))
}

function broadcastFields(row: MessageRow, roots: Map<string, MessageObject>): Pick<MessageObject, 'root'> {
  const root = row.subtype === 'thread_broadcast' && row.thread_ts ? roots.get(row.thread_ts) : undefined
  return root ? { root: { ...root } } : {}
}
