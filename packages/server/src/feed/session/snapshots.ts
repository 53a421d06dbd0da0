import type { Caller } from '#domain/access/caller'
import { type Channel, findChannel, isVisibleTo, noSuchChannel } from '#domain/channels/find'
import { newestSeq } from '#domain/log/numbers'
import { findMessage, type MessageRow } from '#domain/messages/find'
import { countChannelMessages, listChannelMessages, listNewestReplies, type MessagePage } from '#domain/messages/list'
import { fitOnPage, jsonBytes, maxPageBytes } from '#domain/page'
import { findThreadRoot, noSuchThread } from '#domain/threads/root'
import { listLiveStatuses } from '#domain/threads/status'
import { listOpenStreams } from '#domain/streams/read'
import { noThreadTs } from '#domain/threads/find'
import type { Db } from '#store/db'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { ViewerMessage } from '#feed/protocol/viewerMessages'
import { findViewerThreads } from '#feed/objects/threads'
import { findViewerChannel } from '#feed/objects/channels'
import { findChannelExtras, findViewerPins } from '#feed/objects/kept'
import { toViewerMessages, versionFor } from '#feed/objects/messages'
import { toViewerStatus } from '#feed/objects/statuses'

type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

/** In a direct message also the replies per root. */
const rootsPerPage = 50
const repliesPerThread = 1000
/** How many messages a viewer may jump back at once. */
const maxJump = 500
/** How many messages to send above the one jumped to. */
const rootsAboveTarget = 20

/**
 * A channel, for the person who just changed it. `seq` is 0: the frame moves no cursor. Like every function here, reads
 * from a database snapshot, so that the frame is true as of its `seq`.
 */
export async function channelChangedFrame(db: Db, viewer: Caller, id: string): Promise<Frame<'channel_changed'>> {
  return { type: 'channel_changed', seq: 0, id, channel: (await findViewerChannel(db, viewer, id)) ?? null }
}

/** The newest page of a channel. */
export async function channelFrame(db: Db, viewer: Caller, id: string): Promise<Frame<'channel'>> {
  const channel = await findVisibleChannel(db, viewer, id)
  const page = await listChannelMessages(db, channel, { limit: rootsPerPage })
  const { messages, roots, hasMore } = await fitMessages(db, viewer, channel, page)
  const statuses = (await listLiveStatuses(db, channel)).map(toViewerStatus)
  const threads = await findViewerThreads(db, channel, [noThreadTs, ...roots])
  const seq = await newestSeq(db, viewer.teamId)
  const extras = await findChannelExtras(db, channel)
  const replying = await listOpenReplies(db, channel, new Set(messages.map(({ ts }) => ts)))
  const more = { ...(replying.length > 0 ? { replying } : {}), ...extras }
  return { type: 'channel', seq, channel: id, messages, statuses, threads, has_more: hasMore, ...more }
}

/** [WEB-6] The replies that are being streamed, as whoever may not read them yet sees them. */
async function listOpenReplies(db: Db, channel: Channel, shown: ReadonlySet<string>): Promise<ViewerMessage[]> {
  const open = [...(await listOpenStreams(db, channel))].filter((ts) => !shown.has(ts))
  const rows = await Promise.all(open.map((ts) => findMessage(db, channel, ts)))
  const replies = rows.flatMap((row) => (row?.thread_ts ? [row] : []))
  return (await toViewerMessages(db, channel, replies)).map(({ hidden }) => hidden)
}

/** [PIN-6] The pinned messages of a channel. */
export async function pinsFrame(
  db: Db,
  viewer: Caller,
  asked: { id: string; channel: string; after?: string },
): Promise<Frame<'pins'>> {
  const channel = await findVisibleChannel(db, viewer, asked.channel)
  const { pins, hasMore } = await findViewerPins(db, channel, viewer, asked.after)
  return { type: 'pins', id: asked.id, channel: channel.id, pins, has_more: hasMore }
}

export async function historyFrame(
  db: Db,
  viewer: Caller,
  id: string,
  { before, back_to: backTo }: { before: string; back_to?: string },
): Promise<Frame<'history'>> {
  const channel = await findVisibleChannel(db, viewer, id)
  const wanted = backTo === undefined ? 0 : (await countChannelMessages(db, channel, backTo, before)) + rootsAboveTarget
  const page = await listChannelMessages(db, channel, {
    latest: before,
    limit: Math.min(Math.max(wanted, rootsPerPage), maxJump),
  })
  const { messages, roots, hasMore } = await fitMessages(db, viewer, channel, page)
  return {
    type: 'history',
    channel: id,
    messages,
    threads: await findViewerThreads(db, channel, roots),
    has_more: hasMore,
  }
}

/** The root and the newest replies that fit on a page; given `before`, only the newest replies before that ts. */
export async function threadFrame(
  db: Db,
  viewer: Caller,
  id: string,
  { thread_ts: threadTs, before }: { thread_ts: string; before?: string },
): Promise<Frame<'thread'>> {
  const channel = await findVisibleChannel(db, viewer, id)
  const root = await findThreadRoot(db, channel, threadTs)
  if (!root) throw noSuchThread(channel, threadTs)
  const replies = await listNewestReplies(db, channel, root.ts, repliesPerThread, before)
  const lead = before === undefined ? [root] : []
  const versions = await toViewerMessages(db, channel, [...lead, ...replies.toReversed()])
  const shown = fitOnPage(versions.map((message) => versionFor(message, channel, viewer)))
  const statuses = (await listLiveStatuses(db, channel, root.ts)).map(toViewerStatus)
  return {
    type: 'thread',
    seq: await newestSeq(db, viewer.teamId),
    channel: id,
    thread_ts: root.ts,
    ...(before === undefined ? {} : { before }),
    messages: [...shown.slice(0, lead.length), ...shown.slice(lead.length).toReversed()],
    statuses,
    threads: await findViewerThreads(db, channel, [root.ts]),
  }
}

/** The named streams of a channel, or all open ones, as whole messages. */
export async function streamMessageFrames(
  db: Db,
  viewer: Caller,
  id: string,
  seq: number,
  named?: ReadonlySet<string>,
): Promise<Frame<'message'>[]> {
  const channel = await findVisibleChannel(db, viewer, id)
  const streams = named ?? (await listOpenStreams(db, channel))
  const rows = await Promise.all([...streams].map((ts) => findMessage(db, channel, ts)))
  const messages = await toViewerMessages(
    db,
    channel,
    rows.filter((row) => row !== undefined),
  )
  return messages.map((message) => ({
    type: 'message',
    seq,
    channel: id,
    message: versionFor(message, channel, viewer),
  }))
}

/** [ENV-12] What fits on a page, oldest first. In a direct message each root has its newest replies. */
async function fitMessages(
  db: Db,
  viewer: Caller,
  channel: Channel,
  page: MessagePage,
): Promise<{ messages: ViewerMessage[]; roots: string[]; hasMore: boolean }> {
  const threads: MessageRow[][] = []
  let left = maxPageBytes
  for (const root of page.messages) {
    const replies = channel.kind === 'im' ? await listNewestReplies(db, channel, root.ts, rootsPerPage) : []
    if (replies.length > 0) left -= jsonBytes(replies)
    if (left < 0 && threads.length > 0) break
    threads.push([root, ...replies])
  }
  // A broadcast reply is among the roots too; the maps keep one.
  const rows = new Map(threads.toReversed().flatMap((thread) => thread.map((row) => [row.ts, row])))
  const versions = await toViewerMessages(db, channel, [...rows.values()])
  const byTs = new Map(versions.map((message) => [message.open.ts, versionFor(message, channel, viewer)]))
  const shown = fitOnPage(threads.map((thread) => thread.flatMap(({ ts }) => byTs.get(ts) ?? [])))
  const messages = new Map(shown.toReversed().flatMap((thread) => thread.map((message) => [message.ts, message])))
  return {
    messages: [...messages.values()],
    roots: page.messages.slice(0, shown.length).map(({ ts }) => ts),
    hasMore: page.hasMore || shown.length < page.messages.length,
  }
}

async function findVisibleChannel(db: Db, viewer: Caller, id: string) {
  const channel = await findChannel(db, viewer.teamId, id)
  if (!channel || channel.kind === 'canvas' || !isVisibleTo(channel, viewer)) throw noSuchChannel(id)
  return channel
}
