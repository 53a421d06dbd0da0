import type { Block } from '@rivulet/blocks/block'
import { mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import { blocksOf, markdownOf } from '@rivulet/blocks/reply'
import { z } from 'zod'
import { type AppProfile, appProfiles } from '#domain/apps/profiles'
import type { MessageRow } from '#domain/messages/find'
import { findStanding } from '#domain/messages/find'
import { type ThreadSummary, threadSummaries } from '#domain/messages/pages'
import { type Reaction, reactionsTo } from '#domain/messages/reactions'
import { audienceOf, isIn } from '#domain/streams/audience'
import { openStreamsAmong, type StreamSoFar } from '#domain/streams/read'
import { filesAmong } from '#domain/files/find'
import { threadsAmong } from '#domain/threads/find'
import { type Caller, isApp } from '#domain/access/caller'
import { type Channel, findChannel } from '#domain/channels/find'
import type { Db } from '#store/db'
import { fileOnWire, fileShape } from './file.ts'
import { threadShape, threadsOnWire } from './thread.ts'

/** A message as apps read it. */
export const messageShape = z.object({
  type: z.literal('message'),
  subtype: z
    .enum([
      'tombstone',
      'assistant_app_thread',
      'file_share',
      'thread_broadcast',
      'channel_join',
      'channel_leave',
      'channel_topic',
      'channel_purpose',
      'channel_name',
      'channel_archive',
      'channel_unarchive',
    ])
    .optional()
    .describe(
      'What is left of a deleted message that was answered; the root of a thread with an assistant; with `files`; a reply that was sent to the channel too; what became of the channel.',
    ),
  hidden: z.boolean().optional(),
  user: z.string(),
  bot_id: z.string().optional(),
  app_id: z.string().optional(),
  team: z.string(),
  bot_profile: z
    .object({
      id: z.string(),
      app_id: z.string(),
      user_id: z.string(),
      name: z.string(),
      team_id: z.string(),
      deleted: z.boolean(),
      updated: z.int(),
      icons: z.record(z.string(), z.string()),
    })
    .optional(),
  text: z.string(),
  blocks: z.array(z.record(z.string(), z.unknown())),
  markdown_text: z.string().optional().describe('The Markdown as it was written or streamed.'),
  ts: z.string(),
  thread_ts: z.string().optional(),
  parent_user_id: z.string().optional(),
  streaming_state: z.enum(['in_progress', 'completed', 'errored']).optional(),
  client_msg_id: z.string().optional(),
  username: z.string().optional(),
  icons: z.record(z.string(), z.string()).optional(),
  edited: z.object({ user: z.string(), ts: z.string() }).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  files: z.array(fileShape.partial().extend({ id: z.string(), mode: fileShape.shape.mode })).optional(),
  upload: z.boolean().optional(),
  reactions: z
    .array(z.object({ name: z.string(), users: z.array(z.string()), count: z.int() }))
    .optional()
    .describe('The emoji under it; `users` has the first 50, `count` counts all.'),
  is_locked: z.boolean().optional(),
  reply_count: z.int().optional(),
  reply_users_count: z.int().optional(),
  reply_users: z.array(z.string()).optional(),
  latest_reply: z.string().optional(),
  ...threadShape,
  inviter: z.string().optional().describe('Who brought in whom has joined.'),
  topic: z.string().optional(),
  purpose: z.string().optional(),
  name: z.string().optional(),
  old_name: z.string().optional(),
  root: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The message that a `thread_broadcast` replies to, as it is now.'),
})

type WireMessage = z.input<typeof messageShape>

/** Messages of one channel as apps read them. [STR-12] One that still streams has its text so far. */
export async function messagesOnWire(
  db: Db,
  channel: { team_id: string; id: string },
  rows: readonly MessageRow[],
  options: { metadata: boolean; reader?: Caller; allReactors?: boolean },
): Promise<WireMessage[]> {
  const streams = await openStreamsAmong(db, rows)
  const place = streams.size > 0 ? await findChannel(db, channel.team_id, channel.id) : undefined
  const apps = await appProfiles(
    db,
    rows.flatMap((row) => row.app_id ?? []),
  )
  const authors = await rootAuthors(db, channel, rows)
  const roots = await broadcastRoots(db, channel, rows)
  const rootTs = rows.filter((row) => row.thread_ts === null).map((row) => row.ts)
  const summaries = await threadSummaries(db, channel, rootTs)
  const allTs = rows.map((row) => row.ts)
  const reactions = await reactionsTo(db, channel, allTs)
  const files = await filesAmong(db, channel.team_id, rows)
  const threads = await threadsOnWire(db, await threadsAmong(db, channel, rootTs))
  return rows.map((row) => {
    const inItsThread = { ...inThread(row, authors, summaries.get(row.ts)), ...threads.get(row.ts) }
    if (row.deleted) return { ...tombstone, team: row.team_id, ts: row.ts, ...inItsThread }
    return {
      type: 'message',
      ...(row.files ? { subtype: 'file_share' as const } : {}),
      ...(row.subtype ? { subtype: row.subtype } : {}),
      ...row.notice,
      user: row.user_id,
      ...fromApp(row, apps.get(row.app_id ?? '')),
      team: row.team_id,
      ...content(row, streams.get(row.ts), place, options.reader),
      ts: row.ts,
      ...inItsThread,
      ...rootOnWire(row, roots),
      ...(row.client_msg_id ? { client_msg_id: row.client_msg_id } : {}),
      ...appearance(row),
      ...(row.edited_at ? { edited: { user: row.user_id, ts: `${Math.floor(row.edited_at / 1000)}.000000` } } : {}),
      ...(row.files ? filesOnWire(row.files.map((id) => fileOnWire(db, id, files.get(id)))) : {}),
      ...(options.metadata && row.metadata ? { metadata: { ...row.metadata } } : {}),
      ...reactionsOnWire(reactions.get(row.ts), options.allReactors ? Infinity : fewReactors),
      ...(row.locked ? { is_locked: true } : {}),
    }
  })
}

/** [MSG-5] What stands in the place of a root that was deleted. */
const tombstone = {
  type: 'message',
  subtype: 'tombstone',
  hidden: true,
  user: 'USLACKBOT',
  text: 'This message was deleted.',
  blocks: [],
} satisfies Partial<WireMessage>

function authorOf(row: MessageRow): string {
  return row.deleted ? tombstone.user : row.user_id
}

function filesOnWire(files: WireMessage['files']) {
  return { files, upload: true }
}

/** [RCT-3] */
const fewReactors = 50

function reactionsOnWire(reactions: readonly Reaction[] | undefined, most: number): Pick<WireMessage, 'reactions'> {
  if (!reactions) return {}
  return {
    reactions: reactions.map(({ name, users }) => ({ name, users: users.slice(0, most), count: users.length })),
  }
}

function fromApp(row: MessageRow, app: AppProfile | undefined): Partial<WireMessage> {
  if (!row.app_id || !app) return {}
  if (!row.bot_id) return { app_id: app.id }
  return {
    bot_id: row.bot_id,
    app_id: app.id,
    bot_profile: {
      id: row.bot_id,
      app_id: app.id,
      user_id: app.botUser,
      name: app.name,
      team_id: row.team_id,
      deleted: app.removed,
      updated: 0,
      icons: {},
    },
  }
}

function content(
  row: MessageRow,
  stream: StreamSoFar | undefined,
  place: Channel | undefined,
  reader: Caller | undefined,
) {
  if (!stream) {
    return {
      text: row.text,
      blocks: onWire(row.blocks),
      ...(row.markdown === null ? {} : { markdown_text: row.markdown }),
      ...(row.streaming_state ? { streaming_state: row.streaming_state } : {}),
    }
  }
  // [STR-8] The others read the whole when it is done.
  if (reader && !mayWatch(stream, place, reader)) {
    return { text: '', blocks: [], markdown_text: '', streaming_state: stream.state }
  }
  const blocks = blocksOf(stream.reply, { display: stream.stream.display, open: stream.state === 'in_progress' })
  return {
    text: mrkdwnFromBlocks(blocks),
    blocks: onWire(blocks),
    markdown_text: markdownOf(stream.reply),
    streaming_state: stream.state,
  }
}

/** [STR-8] Its own app reads it, too. */
function mayWatch({ stream }: StreamSoFar, place: Channel | undefined, reader: Caller): boolean {
  if (isApp(reader) && stream.app_id === reader.app.id) return true
  return place !== undefined && isIn(audienceOf(stream), place, reader)
}

function onWire(blocks: readonly Block[]): Record<string, unknown>[] {
  return blocks.map((block) => ({ ...block }))
}

function inThread(
  row: MessageRow,
  authors: Map<string, string>,
  summary: ThreadSummary | undefined,
): Partial<WireMessage> {
  if (row.thread_ts) {
    const author = authors.get(row.thread_ts)
    return { thread_ts: row.thread_ts, ...(author ? { parent_user_id: author } : {}) }
  }
  if (!summary) return {}
  return {
    thread_ts: row.ts,
    reply_count: summary.count,
    reply_users_count: summary.users.length,
    reply_users: summary.users,
    latest_reply: summary.latest,
  }
}

function appearance(row: MessageRow): Partial<WireMessage> {
  const icons = row.icon_emoji ? { emoji: row.icon_emoji } : row.icon_url ? { image_48: row.icon_url } : undefined
  return { ...(row.username ? { username: row.username } : {}), ...(icons ? { icons } : {}) }
}

/** What the replies that stand in the channel answer, by ts. */
async function broadcastRoots(
  db: Db,
  channel: { team_id: string; id: string },
  rows: readonly MessageRow[],
): Promise<Map<string, WireMessage>> {
  const wanted = new Set(rows.flatMap((row) => (row.subtype === 'thread_broadcast' && row.thread_ts) || []))
  const roots: MessageRow[] = []
  for (const ts of wanted) {
    const root = await findStanding(db, channel, ts)
    if (root) roots.push(root)
  }
  if (roots.length === 0) return new Map()
  const messages = await messagesOnWire(db, channel, roots, { metadata: false })
  return new Map(messages.map((message) => [message.ts, message]))
}

function rootOnWire(row: MessageRow, roots: Map<string, WireMessage>): Pick<WireMessage, 'root'> {
  const root = row.subtype === 'thread_broadcast' && row.thread_ts ? roots.get(row.thread_ts) : undefined
  return root ? { root: { ...root } } : {}
}

async function rootAuthors(
  db: Db,
  channel: { team_id: string; id: string },
  rows: readonly MessageRow[],
): Promise<Map<string, string>> {
  const authors = new Map(rows.map((row) => [row.ts, authorOf(row)]))
  const missing = new Set(rows.flatMap((row) => (row.thread_ts && !authors.has(row.thread_ts) ? [row.thread_ts] : [])))
  for (const ts of missing) {
    const root = await findStanding(db, channel, ts)
    if (root) authors.set(ts, authorOf(root))
  }
  return authors
}
