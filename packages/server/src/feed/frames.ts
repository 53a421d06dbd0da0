import type { Chunk } from '@rivulet/blocks/chunk'
import { findChannel } from '#domain/channels/find'
import { findEphemeral, isThere } from '#domain/messages/ephemeral'
import { messageAt, standingAmong } from '#domain/messages/find'
import { latestTs } from '#domain/messages/pages'
import { reactionsTo } from '#domain/messages/reactions'
import { readingOf } from '#domain/channels/readMarks'
import { liveStatuses } from '#domain/threads/status'
import { findStream } from '#domain/streams/read'
import { type Audience, audienceOf } from '#domain/streams/audience'
import { outside } from '#domain/threads/find'
import { findUser } from '#domain/people/users'
import { pileOf } from '#domain/views/find'
import { shownView } from '#domain/views/open'
import type { Db } from '#store/db'
import type { ServerFrame } from './protocol.ts'
import type { Entry } from './logFollower.ts'
import { threadViews } from './threadViews.ts'
import { ephemeralView, type MessageView, messageViews, offersView, statusView, userViews } from './messageViews.ts'

/** What one change means to those who watch, before it is known who they are. */
export type Outgoing =
  /** To the channel's members and to who has it open. */
  | {
      to: 'channel'
      teamId: string
      channelId: string
      frame: (hidden: boolean) => ServerFrame
      audience: Audience | undefined
    }
  /** To who has the channel open: a stream's deltas as one frame, or each as its own. */
  | {
      to: 'watchers'
      teamId: string
      channelId: string
      ts: string
      joined: () => ServerFrame
      apart: () => ServerFrame[]
      audience: Audience
    }
  | { to: 'team'; teamId: string; frame: ServerFrame }
  /** To every browser of one person. */
  | { to: 'person'; teamId: string; userId: string; frame: ServerFrame }
  /** Each viewer of the team sees a channel in their own way. */
  | { to: 'each'; teamId: string; channelId: string; seq: number; subject: string | null }
  /** Everything is different. */
  | { to: 'anew'; teamId: string }

/**
 * Entries of the log as frames, deltas of one stream joined. All carry the number before the first of them: whoever
 * is cut off between two of these frames starts again before the first, and a change that comes twice does no harm.
 */
export async function outgoingFrom(db: Db, following: readonly Entry[]): Promise<Outgoing[]> {
  const seq = (following[0]?.seq ?? 1) - 1
  const outgoing: Outgoing[] = []
  const growing = new Map<string, Entry[]>()
  const told = new Set<string>()
  const messages = await messagesOf(db, following)
  for (const entry of following) {
    if (entry.kind === 'delta') {
      const key = keyOf(entry)
      const deltas = growing.get(key)
      if (deltas) deltas.push(entry)
      else growing.set(key, [entry])
      continue
    }
    // An entry says that something changed, not how: of several the newest tells it all.
    const what = `${entry.kind}/${keyOf(entry)}/${entry.subject}`
    if (told.has(what) && entry.kind !== 'member') continue
    told.add(what)
    if (entry.kind === 'message') outgoing.push(...messageFrom(messages, entry, seq))
    else outgoing.push(...(await changeFrom(db, { ...entry, seq })))
  }
  for (const deltas of growing.values()) outgoing.push(...(await deltasFrom(db, deltas, seq)))
  return outgoing
}

function keyOf(of: Pick<Entry, 'team_id' | 'channel_id' | 'ts'>): string {
  return `${of.team_id}/${of.channel_id}/${of.ts}`
}

/**
 * The messages of these entries as they are now; of a reply the root too, since it says how many there are. Those of a
 * channel are looked up together, however many there are.
 */
async function messagesOf(db: Db, entries: readonly Entry[]): Promise<Map<string, MessageView>> {
  const places = new Map<string, { channel: { team_id: string; id: string }; said: Set<string> }>()
  for (const { kind, team_id, channel_id: id, ts } of entries) {
    if (kind !== 'message' || !id || !ts) continue
    const key = `${team_id}/${id}`
    const place = places.get(key)
    if (place) place.said.add(ts)
    else places.set(key, { channel: { team_id, id }, said: new Set([ts]) })
  }
  const found = new Map<string, MessageView>()
  for (const { channel, said } of places.values()) {
    const rows = await standingAmong(db, channel, [...said])
    const roots = new Set(rows.flatMap(({ thread_ts }) => thread_ts ?? [])).difference(said)
    rows.push(...(await standingAmong(db, channel, [...roots])))
    for (const view of await messageViews(db, channel, rows))
      found.set(keyOf({ team_id: channel.team_id, channel_id: channel.id, ts: view.open.ts }), view)
  }
  return found
}

/** A message, and of a reply the root, of those that are still to be told. */
function messageFrom(untold: Map<string, MessageView>, entry: Entry, seq: number): Outgoing[] {
  const { team_id: teamId, channel_id: channelId } = entry
  if (!channelId) return []
  const out: Outgoing[] = []
  let { ts } = entry
  while (ts !== null) {
    const key = keyOf({ ...entry, ts })
    const view = untold.get(key)
    if (!view) break
    untold.delete(key)
    out.push(shownTo({ teamId, channelId }, view, seq))
    ts = view.open.thread_ts ?? null
  }
  return out
}

/** To the channel, each as they may see it. */
function shownTo({ teamId, channelId }: Pick<About, 'teamId' | 'channelId'>, view: MessageView, seq: number): Outgoing {
  const { audience, open, hidden } = view
  const frame = (hide: boolean): ServerFrame => {
    return { type: 'message', seq, channel: channelId, message: hide ? hidden : open }
  }
  return { to: 'channel', teamId, channelId, audience, frame }
}

async function changeFrom(db: Db, entry: Entry): Promise<Outgoing[]> {
  const { team_id: teamId, channel_id: channelId, ts, seq } = entry
  if (entry.kind === 'team') return [{ to: 'anew', teamId }]
  if (entry.kind === 'user') return userFrom(db, entry)
  if (entry.kind === 'view') return viewsFrom(db, { teamId, rootId: ts ?? '', userId: entry.subject ?? '', seq })
  // What people open and look at is for apps alone.
  if (!channelId || entry.kind === 'app') return []
  if (entry.kind === 'channel' || entry.kind === 'member')
    return [{ to: 'each', teamId, channelId, seq, subject: entry.subject }]
  if (entry.kind === 'read') return readFrom(db, { teamId, channelId, seq, userId: entry.subject ?? '' })
  if (entry.kind === 'thread') return [await threadFrom(db, { teamId, channelId, ts: ts ?? outside, seq })]
  if (!ts) return []
  if (entry.kind === 'status') return [await statusFrom(db, { teamId, channelId, ts, seq }, entry.subject ?? '')]
  if (entry.kind === 'reaction') return reactionsFrom(db, { teamId, channelId, ts, seq })
  if (entry.kind === 'ephemeral') return ephemeralFrom(db, { teamId, channelId, ts, seq })
  return deletedFrom(db, { teamId, channelId, ts, seq })
}

/** What is gone; of a reply the root too, since it says how many there are. */
async function deletedFrom(db: Db, about: About): Promise<Outgoing[]> {
  const { teamId, channelId, ts, seq } = about
  const channel = { team_id: teamId, id: channelId }
  const row = await messageAt(db, channel, ts).executeTakeFirst()
  const gone = { type: 'deleted', seq, channel: channelId, ts, latest: await latestTs(db, channel) } as const
  const root = row?.thread_ts ? await standingAmong(db, channel, [row.thread_ts]) : []
  const views = await messageViews(db, channel, root)
  return [toChannel(about, gone), ...views.map((view) => shownTo(about, view, seq))]
}

/** The same for everybody in the channel. */
function toChannel({ teamId, channelId }: Pick<About, 'teamId' | 'channelId'>, frame: ServerFrame): Outgoing {
  return { to: 'channel', teamId, channelId, audience: undefined, frame: () => frame }
}

interface About {
  teamId: string
  channelId: string
  ts: string
  seq: number
}

async function statusFrom(db: Db, { teamId, channelId, ts, seq }: About, appId: string): Promise<Outgoing> {
  const live = await liveStatuses(db, { team_id: teamId, id: channelId }, ts)
  const row = live.find((status) => status.app_id === appId)
  const status = row ? statusView(row) : null
  return toChannel(
    { teamId, channelId },
    { type: 'status', seq, channel: channelId, thread_ts: ts, app_id: appId, status },
  )
}

/** Small, whatever the length of the message. */
async function reactionsFrom(db: Db, { teamId, channelId, ts, seq }: About): Promise<Outgoing[]> {
  const reactions = (await reactionsTo(db, { team_id: teamId, id: channelId }, [ts])).get(ts) ?? []
  return [toChannel({ teamId, channelId }, { type: 'reactions', seq, channel: channelId, ts, reactions })]
}

async function ephemeralFrom(db: Db, { teamId, channelId, ts, seq }: About): Promise<Outgoing[]> {
  const row = await findEphemeral(db, { team_id: teamId, id: channelId }, ts)
  const channel = await findChannel(db, teamId, channelId)
  // Who has left the channel since is not told any more.
  if (!row || !channel?.members.has(row.for_user)) return []
  const frame: ServerFrame = isThere(row)
    ? { type: 'ephemeral', seq, channel: channelId, message: ephemeralView(row) }
    : { type: 'ephemeral_gone', seq, channel: channelId, ts }
  return [{ to: 'person', teamId, userId: row.for_user, frame }]
}

/** What an app shows to one person, as it is now. */
async function viewsFrom(
  db: Db,
  { teamId, rootId, userId, seq }: { teamId: string; rootId: string; userId: string; seq: number },
): Promise<Outgoing[]> {
  const rows = await pileOf(db, teamId, rootId)
  const views = rows.map(shownView)
  const [first] = views
  const frame: ServerFrame =
    first?.type === 'home'
      ? { type: 'home', seq, app_id: first.app_id, view: first }
      : { type: 'modals', seq, id: rootId, page: rows[0]?.page ?? null, views }
  return [{ to: 'person', teamId, userId, frame }]
}

async function readFrom(
  db: Db,
  { teamId, channelId, seq, userId }: Omit<About, 'ts'> & { userId: string },
): Promise<Outgoing[]> {
  const channel = await findChannel(db, teamId, channelId)
  const reading = channel && (await readingOf(db, channel, userId))
  if (!reading) return []
  const { lastRead, unread } = reading
  return [
    { to: 'person', teamId, userId, frame: { type: 'read', seq, channel: channelId, last_read: lastRead, unread } },
  ]
}

async function threadFrom(db: Db, { teamId, channelId, ts, seq }: About): Promise<Outgoing> {
  const [thread = null] = await threadViews(db, { team_id: teamId, id: channelId }, [ts])
  return toChannel({ teamId, channelId }, { type: 'thread_changed', seq, channel: channelId, thread_ts: ts, thread })
}

async function userFrom(db: Db, entry: Entry): Promise<Outgoing[]> {
  const user = entry.subject ? await findUser(db, entry.team_id, entry.subject) : undefined
  const [view] = user ? await userViews(db, [user]) : []
  const { team_id: teamId, seq } = entry
  const frames: ServerFrame[] = view ? [{ type: 'user_changed', seq, user: view }] : []
  // An app comes, changes and goes in the name of its bot user, even where it has none.
  if (!user || user.app_id) frames.push({ type: 'offers_changed', seq, ...(await offersView(db, teamId)) })
  return frames.map((frame) => ({ to: 'team', teamId, frame }))
}

async function deltasFrom(db: Db, deltas: readonly Entry[], seq: number): Promise<Outgoing[]> {
  const [first] = deltas
  if (!first?.channel_id || !first.ts) return []
  const channel = { team_id: first.team_id, id: first.channel_id }
  const stream = await findStream(db, channel, first.ts)
  if (!stream || !(await findChannel(db, channel.team_id, channel.id))) return []
  const frameOf = (some: readonly Entry[]): ServerFrame => ({
    type: 'delta',
    seq,
    channel: channel.id,
    thread_ts: stream.thread_ts,
    ts: stream.ts,
    from: some[0]?.n ?? 0,
    to: some.at(-1)?.n ?? 0,
    chunks: joined(some.flatMap((delta) => delta.body ?? [])),
  })
  return [
    {
      to: 'watchers',
      teamId: channel.team_id,
      channelId: channel.id,
      ts: stream.ts,
      joined: () => frameOf(deltas),
      apart: () => deltas.map((delta) => frameOf([delta])),
      audience: audienceOf(stream),
    },
  ]
}

/** Neighbouring texts as one. */
function joined(chunks: readonly Chunk[]): Chunk[] {
  const out: Chunk[] = []
  for (const chunk of chunks) {
    const last = out.at(-1)
    if (chunk.type === 'markdown_text' && last?.type === 'markdown_text') {
      out[out.length - 1] = { type: 'markdown_text', text: last.text + chunk.text }
    } else out.push(chunk)
  }
  return out
}
