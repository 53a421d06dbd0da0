import { mentionsOf } from '@rivulet/blocks/mentions'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { filePathsOf } from '#domain/files/urls'
import { type FileRow, findFilesOf } from '#domain/files/find'
import { isImage } from '#domain/files/types'
import type { EphemeralRow } from '#domain/messages/ephemeral'
import { authorFieldsOf } from '#domain/messages/appearance'
import type { MessageRow } from '#domain/messages/find'
import { summarizeThreads, type ThreadSummary } from '#domain/threads/summaries'
import { findPins, type PinRow } from '#domain/pins/pins'
import { listReactions, type Reaction } from '#domain/reactions/reactions'
import { type Audience, audienceOf, isInAudience } from '#domain/streams/audience'
import { readOpenStreams, type StreamSoFar } from '#domain/streams/read'
import type { Db } from '#store/db'
import type { ViewerFile, ViewerMessage } from '#feed/protocol/viewerMessages'

/** A message in the two versions that viewers may see. They differ while it streams to some viewers only. */
export interface MessageVersions {
  /** For the audience of the stream. */
  open: ViewerMessage
  /** For viewers that see the reply when it is finished. The same as `open` if the message is no open stream. */
  hidden: ViewerMessage
  /** Who sees `open`; undefined if the message is no open stream. */
  audience: Audience | undefined
}

/** In the order of `rows`, with their files, reactions, reply counts and streams. */
export async function toViewerMessages(
  db: Db,
  channel: { team_id: string; id: string },
  rows: readonly MessageRow[],
): Promise<MessageVersions[]> {
  const roots = rows.filter((row) => row.thread_ts === null).map((row) => row.ts)
  const allTs = rows.map((row) => row.ts)
  const [streams, summaries, endings, reactions, pins, files] = await Promise.all([
    readOpenStreams(db, rows),
    summarizeThreads(db, channel, roots),
    findStreamEndings(db, channel, rows),
    listReactions(db, channel, allTs),
    findPins(db, channel, allTs),
    findFilesOf(db, channel.team_id, rows),
  ])
  return rows.map((row) =>
    toMessageVersions(row, {
      files: row.files?.map((id) => toViewerFile(files.get(id))),
      stream: streams.get(row.ts),
      summary: summaries.get(row.ts),
      endedBy: endings.get(row.ts),
      reactions: reactions.get(row.ts),
      pin: pins.get(row.ts),
    }),
  )
}

export function versionFor(message: MessageVersions, channel: Channel, viewer: Caller): ViewerMessage {
  return !message.audience || isInAudience(message.audience, channel, viewer) ? message.open : message.hidden
}

/** What is stored in addition to the row of a message. */
interface MessageParts {
  stream: StreamSoFar | undefined
  summary: ThreadSummary | undefined
  endedBy: ViewerMessage['ended_by'] | undefined
  reactions: Reaction[] | undefined
  pin: PinRow | undefined
  files: ViewerFile[] | undefined
}

function toMessageVersions(
  row: MessageRow,
  { stream, summary, endedBy, reactions, pin, files }: MessageParts,
): MessageVersions {
  const message: ViewerMessage = {
    ...authorAndContent(row),
    ...(row.client_msg_id ? { client_msg_id: row.client_msg_id } : {}),
    edited: row.edited_at !== null,
    ...(row.deleted ? { deleted: true } : {}),
    ...(row.subtype === 'assistant_app_thread' ? { begins: true } : {}),
    ...(row.notice ? { notice: row.notice } : {}),
    ...(row.subtype === 'me_message' ? { me: true } : {}),
    ...(row.subtype === 'thread_broadcast' ? { broadcast: true } : {}),
    ...(files ? { files } : {}),
    ...(reactions ? { reactions } : {}),
    ...(pin ? { pinned: { by: pin.user_id, at: pin.pinned_at } } : {}),
    ...(summary ? { replies: summary } : {}),
    ...(row.streaming_state ? { streaming_state: row.streaming_state } : {}),
    ...(endedBy ? { ended_by: endedBy } : {}),
  }
  if (!stream) return { open: message, hidden: message, audience: undefined }
  const { display } = stream.stream
  const current = { ...message, streaming_state: stream.state }
  const audience = audienceOf(stream.stream)
  const open = { ...current, stream: { n: stream.n, display, reply: stream.reply } }
  return { open, hidden: { ...current, stream: null }, audience }
}

function toViewerFile(file: FileRow | undefined): ViewerFile {
  if (file?.state !== 'ready') return null
  const { id, name, title, size } = file
  return { id, name, title, alt: file.alt_text, size, image: isImage(name), ...filePathsOf(file) }
}

export function toEphemeralMessage(row: EphemeralRow): ViewerMessage {
  return { ...authorAndContent(row), edited: false, ephemeral: true }
}

function authorAndContent(row: MessageRow | EphemeralRow) {
  const mentions = mentionsOf(row.text, row.blocks)
  return {
    ts: row.ts,
    ...(row.thread_ts ? { thread_ts: row.thread_ts } : {}),
    ...authorFieldsOf(row),
    text: row.text,
    blocks: row.blocks,
    ...(mentions.length > 0 ? { mentions } : {}),
    ...(row.attachments ? { attachments: row.attachments } : {}),
  }
}

async function findStreamEndings(db: Db, channel: { team_id: string; id: string }, rows: readonly MessageRow[]) {
  const ended = rows
    .filter((row) => row.streaming_state === 'completed' || row.streaming_state === 'errored')
    .map((row) => row.ts)
  if (ended.length === 0) return new Map<string, NonNullable<ViewerMessage['ended_by']>>()
  const found = await db
    .selectFrom('streams')
    .select(['ts', 'ended_by'])
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', 'in', ended)
    .execute()
  return new Map(found.flatMap(({ ts, ended_by }) => (ended_by ? [[ts, ended_by] as const] : [])))
}
