import type { Caller } from '#domain/access/caller'
import { findChannel } from '#domain/channels/find'
import { listEphemeralsSince } from '#domain/messages/ephemeral'
import { toEphemeralMessage } from '#feed/objects/messages'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import { findSessionByHash } from '#domain/people/sessions'
import { findHistory } from '#domain/log/epoch'
import { entriesAfter, maxReplayedEntries, oldestCursor, oldestSeq } from '#domain/log/numbers'
import type { Db } from '#store/db'
import type { Feed } from '#feed/feed'
import type { ConsistentRead } from '#feed/consistentRead'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import type { FollowedEntry } from '#store/news'
import { outgoingFromLog } from '#feed/frames/fromLog'
import { type Receiver, sendChange } from '#feed/sendChange'
import { streamMessageFrames } from './snapshots.ts'
import { splitWelcome, welcomeFrame } from './workspace/welcome.ts'
import { frameBytes } from '#feed/frameBytes'
import type { Viewer } from '#feed/viewer'
import { sendInOrder } from './sendInOrder.ts'
import { asRefusal } from './refusals.ts'

/** How many log entries become frames together when a viewer catches up. */
const replayBatch = 250

/** Answers `hello`: resumes from the viewer's cursor if that is possible, otherwise sends `welcome`. */
export async function greet(feed: Feed, viewer: Viewer, hello: Extract<ClientFrame, { type: 'hello' }>): Promise<void> {
  const { after } = hello
  let watching = after === undefined ? [] : (hello.watching ?? [])
  let reset: ResetReason | undefined
  // What it was sent before its first frames could be older than what it has seen elsewhere, and would move its cursor on.
  viewer.startQueueing()
  await feed.startDelivering(viewer)
  if (!isPageOf(viewer.caller, hello)) return viewer.disconnect('signed_out')
  // The log says which sessions end from here on.
  if (!(await findSessionByHash(feed.store.db, viewer.session.hash))) return viewer.disconnect('signed_out')
  for (const channel of watching) feed.viewers.watch(viewer, channel)
  await sendInOrder(viewer, async () => {
    const prepared = await feed.prepareFrames(viewer, async (from) => {
      // What a snapshot has unwatched is watched again if it is taken again.
      for (const channel of watching) feed.viewers.watch(viewer, channel)
      const { teamId } = viewer.caller
      const [epoch, oldest] = await Promise.all([
        findHistory(from.db, teamId),
        after === undefined ? 0 : oldestSeq(from.db, teamId),
      ])
      // Once it is to begin anew, it does, also if the snapshot is taken again.
      if (after !== undefined)
        reset ??= resetReason({ after, epoch: hello.epoch }, { epoch, oldest, newest: from.asOf })
      if (after !== undefined && !reset) {
        // It is sent open streams as they are now.
        const missed = await entriesAfter(from.db, teamId, after, maxReplayedEntries, { deltas: false })
        if (!missed.some(({ kind }) => kind === 'team'))
          return missedFrames(feed, viewer, { after, epoch, watching, missed }, from)
        reset = 'team_changed'
      }
      for (const channel of watching) feed.viewers.unwatch(viewer, channel)
      watching = []
      const welcome = await welcomeFrame(from.db, viewer.caller, { reset, watching: hello.watching })
      const ephemerals = await ephemeralFrames(from.db, viewer.caller, { age: hello.age ?? 0, seq: welcome.seq })
      return [...splitWelcome(welcome), ...ephemerals].map(frameBytes)
    })
    await feed.viewers.watchVisible(feed.store.db, viewer, watching)
    return prepared
  })
}

/** [SES-10] Somebody else may have signed in since the page was loaded. */
function isPageOf({ teamId, userId }: Caller, { person }: Extract<ClientFrame, { type: 'hello' }>): boolean {
  return person === undefined || (person.team === teamId && person.user === userId)
}

/** [MSG-30] What only this person was shown since the page was opened. No snapshot contains it. */
async function ephemeralFrames(
  db: Db,
  caller: Caller,
  { age, seq }: { age: number; seq: number },
): Promise<ServerFrame[]> {
  const frames: ServerFrame[] = []
  for (const row of age > 0 ? await listEphemeralsSince(db, caller, db.clock.now() - age) : []) {
    const channel = await findChannel(db, row.team_id, row.channel_id)
    if (!channel?.members.has(row.for_user)) continue
    frames.push({ type: 'ephemeral', seq, channel: row.channel_id, message: toEphemeralMessage(row) })
  }
  return frames
}

type ResetReason = NonNullable<Extract<ServerFrame, { type: 'welcome' }>['reset']>

interface Cursor {
  after: number
  epoch: string
  watching: readonly string[]
  /** The entries after the cursor. */
  missed: readonly FollowedEntry[]
}

/** What a viewer missed since its cursor, and the open streams of the channels it watches. */
async function missedFrames(
  feed: Feed,
  viewer: Viewer,
  { after, epoch, watching, missed }: Cursor,
  from: ConsistentRead,
): Promise<Buffer[]> {
  const { db, asOf } = from
  const frames = [frameBytes({ type: 'resumed', seq: after, epoch, now: db.clock.now() })]
  frames.push(...(await replayFrames(feed, from, viewer, missed)))
  const openStreams = await Promise.all(
    watching.map(async (channel) =>
      streamMessageFrames(db, viewer.caller, channel, asOf).catch((error) => {
        asRefusal(error)
        feed.viewers.unwatch(viewer, channel)
        return []
      }),
    ),
  )
  frames.push(...openStreams.flat().map(frameBytes))
  return frames
}

/** Why a cursor cannot be resumed from; undefined if it can. `log`: what there is of the log, from its oldest entry to its newest. */
function resetReason(
  { after, epoch }: { after: number; epoch: string | undefined },
  log: { epoch: string; oldest: number; newest: number },
): ResetReason | undefined {
  if (epoch !== log.epoch) return 'other_epoch'
  if (after > log.newest) return 'future_cursor'
  if (after < oldestCursor(log.newest) || after < log.oldest - 1) return 'outdated_cursor'
  return undefined
}

/**
 * The frames for log entries that a viewer missed. Entries become frames one batch after the other: a
 * viewer that is cut off again resumes from the batch that it reached.
 */
async function replayFrames(
  feed: Feed,
  from: ConsistentRead,
  viewer: Viewer,
  entries: readonly FollowedEntry[],
): Promise<Buffer[]> {
  const frames: Buffer[] = []
  const receiver: Receiver = { viewer, write: (bytes) => frames.push(bytes) }
  for (let start = 0; start < entries.length; start += replayBatch) {
    for (const out of await outgoingFromLog(from.db, entries.slice(start, start + replayBatch)))
      if (out.to !== 'watchers') await sendChange(feed.viewers, from, out, [receiver])
  }
  return frames
}
