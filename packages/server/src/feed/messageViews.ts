import type { Caller } from '#domain/access/caller'
import { appProfiles, offersIn } from '#domain/apps/profiles'
import { type Channel, findChannel, isVisibleTo } from '#domain/channels/find'
import { filePaths } from '#domain/files/address'
import { filesAmong, type FileRow } from '#domain/files/find'
import { isImage } from '#domain/files/kinds'
import type { EphemeralRow } from '#domain/messages/ephemeral'
import type { MessageRow } from '#domain/messages/find'
import { latestTs, type ThreadSummary, threadSummaries } from '#domain/messages/pages'
import { type Reaction, reactionsTo } from '#domain/messages/reactions'
import { readingOf } from '#domain/channels/readMarks'
import type { StatusRow } from '#domain/threads/status'
import { type Audience, audienceOf, isIn } from '#domain/streams/audience'
import { openStreamsAmong, type StreamSoFar } from '#domain/streams/read'
import { labelOf, type UserRow } from '#domain/people/users'
import type { Db } from '#store/db'
import type {
  ViewerChannel,
  ViewerCommand,
  ViewerFile,
  ViewerMessage,
  ViewerShortcut,
  ViewerStatus,
  ViewerUser,
} from './protocol.ts'

/** A message, and the one difference there is between its viewers: who may see a stream grow. */
export interface MessageView {
  open: ViewerMessage
  /** For those who see the reply when it is done. The same as `open` where there is no difference. */
  hidden: ViewerMessage
  /** Undefined where it is no stream that grows. */
  audience: Audience | undefined
}

export async function messageViews(
  db: Db,
  channel: { team_id: string; id: string },
  rows: readonly MessageRow[],
): Promise<MessageView[]> {
  const streams = await openStreamsAmong(db, rows)
  const roots = rows.filter((row) => row.thread_ts === null).map((row) => row.ts)
  const summaries = await threadSummaries(db, channel, roots)
  const endings = await endingsOf(db, channel, rows)
  const allTs = rows.map((row) => row.ts)
  const reactions = await reactionsTo(db, channel, allTs)
  const files = await filesAmong(db, channel.team_id, rows)
  return rows.map((row) =>
    view(row, {
      files: row.files?.map((id) => fileView(files.get(id))),
      stream: streams.get(row.ts),
      summary: summaries.get(row.ts),
      endedBy: endings.get(row.ts),
      reactions: reactions.get(row.ts),
    }),
  )
}

export function viewFor(view: MessageView, channel: Channel, viewer: Caller): ViewerMessage {
  return !view.audience || isIn(view.audience, channel, viewer) ? view.open : view.hidden
}

/** What hangs on a message. */
interface Beside {
  stream: StreamSoFar | undefined
  summary: ThreadSummary | undefined
  endedBy: ViewerMessage['ended_by'] | undefined
  reactions: Reaction[] | undefined
  files: ViewerFile[] | undefined
}

function view(row: MessageRow, { stream, summary, endedBy, reactions, files }: Beside): MessageView {
  const message: ViewerMessage = {
    ...saying(row),
    ...(row.client_msg_id ? { client_msg_id: row.client_msg_id } : {}),
    edited: row.edited_at !== null,
    ...(row.deleted ? { deleted: true } : {}),
    ...(row.subtype === 'assistant_app_thread' ? { begins: true } : {}),
    ...(row.notice ? { notice: row.notice } : {}),
    ...(row.subtype === 'thread_broadcast' ? { broadcast: true } : {}),
    ...(files ? { files } : {}),
    ...(reactions ? { reactions } : {}),
    ...(summary ? { replies: summary } : {}),
    ...(row.streaming_state ? { streaming_state: row.streaming_state } : {}),
    ...(endedBy ? { ended_by: endedBy } : {}),
  }
  if (!stream) return { open: message, hidden: message, audience: undefined }
  const { display } = stream.stream
  const state = { ...message, streaming_state: stream.state }
  const audience = audienceOf(stream.stream)
  const open = { ...state, stream: { n: stream.n, display, reply: stream.reply } }
  return { open, hidden: { ...state, stream: null }, audience }
}

function fileView(file: FileRow | undefined): ViewerFile {
  if (file?.state !== 'ready') return null
  const { id, name, title, size } = file
  return { id, name, title, alt: file.alt_text, size, image: isImage(name), ...filePaths(file) }
}

export function ephemeralView(row: EphemeralRow): ViewerMessage {
  return { ...saying(row), edited: false, ephemeral: true }
}

function saying(row: MessageRow | EphemeralRow) {
  return {
    ts: row.ts,
    ...(row.thread_ts ? { thread_ts: row.thread_ts } : {}),
    user: row.user_id,
    ...(row.app_id && row.bot_id ? { app_id: row.app_id } : {}),
    ...(row.username ? { username: row.username } : {}),
    ...(row.icon_emoji ? { icon_emoji: row.icon_emoji } : {}),
    ...(row.icon_url ? { icon_url: row.icon_url } : {}),
    text: row.text,
    blocks: row.blocks,
  }
}

async function endingsOf(db: Db, channel: { team_id: string; id: string }, rows: readonly MessageRow[]) {
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

export function statusView(row: StatusRow): ViewerStatus {
  return {
    thread_ts: row.thread_ts,
    app_id: row.app_id,
    user: row.user_id,
    text: row.text,
    loading_messages: row.loading_messages,
    ...(row.icon_emoji ? { icon_emoji: row.icon_emoji } : {}),
    ...(row.icon_url ? { icon_url: row.icon_url } : {}),
    ends_at: row.ends_at,
  }
}

export async function userViews(db: Db, users: readonly UserRow[]): Promise<ViewerUser[]> {
  const apps = await appProfiles(
    db,
    users.flatMap((user) => user.app_id ?? []),
  )
  return users.map((user) => {
    const { description, prompts = [], homeTab, messages = 'on', converses } = apps.get(user.app_id ?? '') ?? {}
    return {
      id: user.id,
      name: user.name,
      real_name: user.real_name,
      label: labelOf(user),
      tz: user.tz,
      locale: user.locale,
      deleted: user.deleted,
      ...(user.app_id ? { app_id: user.app_id } : {}),
      ...(description ? { description } : {}),
      ...(prompts.length > 0 ? { prompts: [...prompts] } : {}),
      ...(homeTab ? { home: true } : {}),
      ...(messages === 'on' ? {} : { messages }),
      ...(converses ? { converses: true } : {}),
    }
  })
}

/** What the apps of a team offer beside their messages. */
export async function offersView(
  db: Db,
  teamId: string,
): Promise<{ commands: ViewerCommand[]; shortcuts: ViewerShortcut[] }> {
  const offers = await offersIn(db, teamId)
  return {
    commands: offers.flatMap(({ appId, commands }) =>
      commands.map(({ command, description, usageHint }) => ({
        app_id: appId,
        command,
        description,
        ...(usageHint === undefined ? {} : { usage_hint: usageHint }),
      })),
    ),
    shortcuts: offers.flatMap(({ appId, shortcuts }) =>
      shortcuts.map(({ callbackId, type, name, description }) => ({
        app_id: appId,
        callback_id: callbackId,
        type,
        name,
        description,
      })),
    ),
  }
}

/** A channel as one viewer sees it; undefined where it is out of their sight. */
export async function channelView(db: Db, viewer: Caller, id: string): Promise<ViewerChannel | undefined> {
  const channel = await findChannel(db, viewer.teamId, id)
  if (!channel || channel.kind === 'canvas' || !isVisibleTo(channel, viewer)) return undefined
  const reading = await readingOf(db, channel, viewer.userId)
  return {
    ...shownOf(channel),
    kind: channel.kind,
    member: channel.members.has(viewer.userId),
    latest: await latestTs(db, channel),
    last_read: reading?.lastRead ?? null,
    unread: reading?.unread ?? [],
  }
}

function shownOf({ id, name, topic, archived, general, posting, threads, members }: Channel) {
  return { id, name, topic, archived, general, posting, threads, members: [...members] }
}
