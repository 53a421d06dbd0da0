import type { Caller } from '#domain/access/caller'
import { findChannel, isVisibleTo, noSuchChannel } from '#domain/channels/find'
import { listChannels } from '#domain/channels/list'
import { now } from '#domain/clock'
import { teamOf } from '#domain/access/grants'
import { newestSeq } from '#domain/log/entry'
import { findMessage } from '#domain/messages/find'
import { countOnTop, newestReplies, onTop } from '#domain/messages/pages'
import { findRoot, noSuchThread } from '#domain/channels/postingRules'
import { liveStatuses } from '#domain/threads/status'
import { openStreamsOf } from '#domain/streams/read'
import { outside } from '#domain/threads/find'
import { emojiOf, usergroupsOf } from '#domain/access/teams'
import { listUsers } from '#domain/people/users'
import { epochOf } from '#domain/log/epoch'
import type { Db } from '#store/db'
import type { ServerFrame, ViewerMessage } from './protocol.ts'
import { threadViews } from './threadViews.ts'
import { channelView, messageViews, offersView, statusView, userViews, viewFor } from './messageViews.ts'

type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

const perPage = 50
const perThread = 1000
const everything = 10_000
/** How far back a viewer may jump at once, and how much stands above where they arrive. */
const farthest = 500
const above = 20

/** Each takes a `db` that stands still, so that what it tells is true as of its `seq`. */
export async function welcome(db: Db, viewer: Caller, reset: Frame<'welcome'>['reset']): Promise<Frame<'welcome'>> {
  const team = await teamOf(db, viewer.teamId)
  const { channels } = await listChannels(db, viewer, {
    kinds: ['public', 'private', 'im', 'mpim'],
    archived: true,
    after: '',
    limit: everything,
  })
  const seen = await Promise.all(channels.map((channel) => channelView(db, viewer, channel.id)))
  return {
    type: 'welcome',
    seq: await newestSeq(db),
    epoch: await epochOf(db),
    now: now(),
    ...(reset ? { reset } : {}),
    you: viewer.userId,
    team: { id: viewer.teamId, name: team?.name ?? '', domain: team?.domain ?? '' },
    users: await userViews(db, await listUsers(db, viewer.teamId, { after: '', limit: everything })),
    usergroups: await usergroupsOf(db, viewer.teamId),
    emoji: await emojiOf(db, viewer.teamId),
    channels: seen.filter((channel) => channel !== undefined),
    ...(await offersView(db, viewer.teamId)),
  }
}

/** A channel as the answer to who changed it. It tells of nothing else, so it moves no cursor. */
export async function changedFrame(db: Db, viewer: Caller, id: string): Promise<Frame<'channel_changed'>> {
  return { type: 'channel_changed', seq: 0, id, channel: (await channelView(db, viewer, id)) ?? null }
}

export async function channelFrame(db: Db, viewer: Caller, id: string): Promise<Frame<'channel'>> {
  const channel = await openableChannel(db, viewer, id)
  const page = await onTop(db, channel, { limit: perPage })
  const messages = await withReplies(db, viewer, channel, page.messages)
  const statuses = (await liveStatuses(db, channel)).map(statusView)
  const threads = await threadViews(db, channel, [outside, ...page.messages.map(({ ts }) => ts)])
  return { type: 'channel', seq: await newestSeq(db), channel: id, messages, statuses, threads, has_more: page.hasMore }
}

export async function historyFrame(
  db: Db,
  viewer: Caller,
  id: string,
  { before, back_to: backTo }: { before: string; back_to?: string },
): Promise<Frame<'history'>> {
  const channel = await openableChannel(db, viewer, id)
  const wanted = backTo === undefined ? 0 : (await countOnTop(db, channel, backTo, before)) + above
  const page = await onTop(db, channel, { latest: before, limit: Math.min(Math.max(wanted, perPage), farthest) })
  return {
    type: 'history',
    channel: id,
    messages: await withReplies(db, viewer, channel, page.messages),
    threads: await threadViews(
      db,
      channel,
      page.messages.map(({ ts }) => ts),
    ),
    has_more: page.hasMore,
  }
}

export async function threadFrame(db: Db, viewer: Caller, id: string, threadTs: string): Promise<Frame<'thread'>> {
  const channel = await openableChannel(db, viewer, id)
  const root = await findRoot(db, channel, threadTs)
  if (!root) throw noSuchThread(channel, threadTs)
  const replies = await newestReplies(db, channel, root.ts, perThread)
  const views = await messageViews(db, channel, [root, ...replies])
  const statuses = (await liveStatuses(db, channel, root.ts)).map(statusView)
  return {
    type: 'thread',
    seq: await newestSeq(db),
    channel: id,
    thread_ts: root.ts,
    messages: views.map((view) => viewFor(view, channel, viewer)),
    statuses,
    threads: await threadViews(db, channel, [root.ts]),
  }
}

/** Streams of a channel as they are: those that were named, or else all that are open. */
export async function streamFrames(
  db: Db,
  viewer: Caller,
  id: string,
  seq: number,
  named?: ReadonlySet<string>,
): Promise<Frame<'message'>[]> {
  const channel = await openableChannel(db, viewer, id)
  const streams = named ?? (await openStreamsOf(db, channel))
  const rows = await Promise.all([...streams].map((ts) => findMessage(db, channel, ts)))
  const views = await messageViews(
    db,
    channel,
    rows.filter((row) => row !== undefined),
  )
  return views.map((view) => ({ type: 'message', seq, channel: id, message: viewFor(view, channel, viewer) }))
}

/** In a direct message the newest replies stand below what they answer; in a channel they are in their threads. */
async function withReplies(
  db: Db,
  viewer: Caller,
  channel: Awaited<ReturnType<typeof openableChannel>>,
  newestFirst: Parameters<typeof messageViews>[2],
): Promise<ViewerMessage[]> {
  const rows = newestFirst.toReversed()
  if (channel.kind !== 'im')
    return (await messageViews(db, channel, rows)).map((view) => viewFor(view, channel, viewer))
  const threads = await Promise.all(rows.map((row) => newestReplies(db, channel, row.ts, perPage)))
  // A reply that stands in the channel too is there once.
  const all = new Map(rows.flatMap((row, i) => [row, ...(threads[i] ?? [])]).map((row) => [row.ts, row]))
  return (await messageViews(db, channel, [...all.values()])).map((view) => viewFor(view, channel, viewer))
}

async function openableChannel(db: Db, viewer: Caller, id: string) {
  const channel = await findChannel(db, viewer.teamId, id)
  if (!channel || channel.kind === 'canvas' || !isVisibleTo(channel, viewer)) throw noSuchChannel(id)
  return channel
}
