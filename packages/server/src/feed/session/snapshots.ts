import type { Caller } from '#domain/access/caller'
import { findChannel, isVisibleTo, noSuchChannel } from '#domain/channels/find'
import { listChannels } from '#domain/channels/list'
import { findTeam } from '#domain/access/teams'
import { newestSeq } from '#domain/log/entry'
import { findMessage } from '#domain/messages/find'
import { countChannelMessages, listChannelMessages, listNewestReplies } from '#domain/messages/list'
import { findThreadRoot, noSuchThread } from '#domain/threads/root'
import { listLiveStatuses } from '#domain/threads/status'
import { listOpenStreams } from '#domain/streams/read'
import { noThreadTs } from '#domain/threads/find'
import { listCustomEmoji } from '#domain/reactions/customEmoji'
import { listUsergroups } from '#domain/people/usergroups'
import { listUsers } from '#domain/people/users'
import { findEpoch } from '#domain/log/epoch'
import type { Db } from '#store/db'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { ViewerMessage } from '#feed/protocol/viewerMessages'
import { findViewerThreads } from '#feed/objects/threads'
import { findViewerChannel } from '#feed/objects/channels'
import { toViewerMessages, versionFor } from '#feed/objects/messages'
import { listOffers, toViewerUsers } from '#feed/objects/users'
import { toViewerStatus } from '#feed/objects/statuses'

type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

/** In a direct message also the replies per root. */
const rootsPerPage = 50
const repliesPerThread = 1000
/** Channels and people in a `welcome`. */
const maxListed = 10_000
/** How many messages a viewer may jump back at once. */
const maxJump = 500
/** How many messages to send above the one jumped to. */
const rootsAboveTarget = 20

/** Like every function here, reads from a database snapshot, so that the frame is true as of its `seq`. */
export async function welcomeFrame(
  db: Db,
  viewer: Caller,
  reset: Frame<'welcome'>['reset'],
): Promise<Frame<'welcome'>> {
  const team = await findTeam(db, viewer.teamId)
  const { channels } = await listChannels(db, viewer, {
    kinds: ['public', 'private', 'im', 'mpim'],
    archived: true,
    after: '',
    limit: maxListed,
  })
  const visible = await Promise.all(channels.map((channel) => findViewerChannel(db, viewer, channel.id)))
  return {
    type: 'welcome',
    seq: await newestSeq(db),
    epoch: await findEpoch(db),
    now: db.clock.now(),
    ...(reset ? { reset } : {}),
    you: viewer.userId,
    team: { id: viewer.teamId, name: team?.name ?? '', domain: team?.domain ?? '' },
    users: await toViewerUsers(db, await listUsers(db, viewer.teamId, { after: '', limit: maxListed })),
    usergroups: await listUsergroups(db, viewer.teamId),
    emoji: await listCustomEmoji(db, viewer.teamId),
    channels: visible.filter((channel) => channel !== undefined),
    ...(await listOffers(db, viewer.teamId)),
  }
}

/** A channel, for the person who just changed it. `seq` is 0: the frame moves no cursor. */
export async function channelChangedFrame(db: Db, viewer: Caller, id: string): Promise<Frame<'channel_changed'>> {
  return { type: 'channel_changed', seq: 0, id, channel: (await findViewerChannel(db, viewer, id)) ?? null }
}

/** The newest page of a channel. */
export async function channelFrame(db: Db, viewer: Caller, id: string): Promise<Frame<'channel'>> {
  const channel = await findVisibleChannel(db, viewer, id)
  const page = await listChannelMessages(db, channel, { limit: rootsPerPage })
  const messages = await toMessagesWithReplies(db, viewer, channel, page.messages)
  const statuses = (await listLiveStatuses(db, channel)).map(toViewerStatus)
  const threads = await findViewerThreads(db, channel, [noThreadTs, ...page.messages.map(({ ts }) => ts)])
  return { type: 'channel', seq: await newestSeq(db), channel: id, messages, statuses, threads, has_more: page.hasMore }
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
  return {
    type: 'history',
    channel: id,
    messages: await toMessagesWithReplies(db, viewer, channel, page.messages),
    threads: await findViewerThreads(
      db,
      channel,
      page.messages.map(({ ts }) => ts),
    ),
    has_more: page.hasMore,
  }
}

export async function threadFrame(db: Db, viewer: Caller, id: string, threadTs: string): Promise<Frame<'thread'>> {
  const channel = await findVisibleChannel(db, viewer, id)
  const root = await findThreadRoot(db, channel, threadTs)
  if (!root) throw noSuchThread(channel, threadTs)
  const replies = await listNewestReplies(db, channel, root.ts, repliesPerThread)
  const messages = await toViewerMessages(db, channel, [root, ...replies])
  const statuses = (await listLiveStatuses(db, channel, root.ts)).map(toViewerStatus)
  return {
    type: 'thread',
    seq: await newestSeq(db),
    channel: id,
    thread_ts: root.ts,
    messages: messages.map((message) => versionFor(message, channel, viewer)),
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

/** Adds the newest replies of each root in a direct message. Elsewhere replies are loaded with their thread. */
async function toMessagesWithReplies(
  db: Db,
  viewer: Caller,
  channel: Awaited<ReturnType<typeof findVisibleChannel>>,
  newestFirst: Parameters<typeof toViewerMessages>[2],
): Promise<ViewerMessage[]> {
  const rows = newestFirst.toReversed()
  if (channel.kind !== 'im')
    return (await toViewerMessages(db, channel, rows)).map((message) => versionFor(message, channel, viewer))
  const threads = await Promise.all(rows.map((row) => listNewestReplies(db, channel, row.ts, rootsPerPage)))
  // A broadcast reply is among the roots too; the map keeps one.
  const all = new Map(rows.flatMap((row, i) => [row, ...(threads[i] ?? [])]).map((row) => [row.ts, row]))
  return (await toViewerMessages(db, channel, [...all.values()])).map((message) => versionFor(message, channel, viewer))
}

async function findVisibleChannel(db: Db, viewer: Caller, id: string) {
  const channel = await findChannel(db, viewer.teamId, id)
  if (!channel || channel.kind === 'canvas' || !isVisibleTo(channel, viewer)) throw noSuchChannel(id)
  return channel
}
