import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { newestSeq } from '#domain/log/numbers'
import { findMessage } from '#domain/messages/find'
import { listChannelMessages } from '#domain/messages/list'
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
import { fitThreads, inOneList, messagesPerPage } from './fitThreads.ts'
import { findShownChannel } from './shownChannel.ts'

type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

/**
 * A channel, for the person who just changed it. `seq` is 0: the frame moves no cursor. Like every function here, reads
 * from a database snapshot, so that the frame is true as of its `seq`.
 */
export async function channelChangedFrame(db: Db, viewer: Caller, id: string): Promise<Frame<'channel_changed'>> {
  return { type: 'channel_changed', seq: 0, id, channel: (await findViewerChannel(db, viewer, id)) ?? null }
}

/** The newest page of a channel. */
export async function channelFrame(db: Db, viewer: Caller, id: string): Promise<Frame<'channel'>> {
  const channel = await findShownChannel(db, viewer, id)
  const page = await listChannelMessages(db, channel, { limit: messagesPerPage })
  const { threads: fitting, hasMore } = await fitThreads(db, viewer, channel, page)
  const { messages, roots } = inOneList(fitting.toReversed())
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
  const channel = await findShownChannel(db, viewer, asked.channel)
  const { pins, hasMore } = await findViewerPins(db, channel, viewer, asked.after)
  return { type: 'pins', id: asked.id, channel: channel.id, pins, has_more: hasMore }
}

/** The named streams of a channel, or all open ones, as whole messages. */
export async function streamMessageFrames(
  db: Db,
  viewer: Caller,
  id: string,
  seq: number,
  named?: ReadonlySet<string>,
): Promise<Frame<'message'>[]> {
  const channel = await findShownChannel(db, viewer, id)
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
