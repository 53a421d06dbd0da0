import { findEpoch } from '#domain/log/epoch'
import { newestSeq, oldestCursor, maxReplayedEntries } from '#domain/log/entry'
import type { Db } from '#store/db'
import type { Feed } from '#feed/feed'
import type { ConsistentRead } from '#feed/consistentRead'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import { entriesAfter, type FollowedEntry } from '#feed/logFollower'
import { outgoingFromLog } from '#feed/frames/fromLog'
import { type Receiver, sendChange } from '#feed/sendChange'
import { streamMessageFrames, welcomeFrame } from './snapshots.ts'
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
  feed.viewers.startDelivering(viewer)
  for (const channel of watching) feed.viewers.watch(viewer, channel)
  await sendInOrder(viewer, async () => {
    const prepared = await feed.prepareFrames(viewer, async (from) => {
      const epoch = await findEpoch(from.db)
      const reset = after === undefined ? undefined : await resetReason(from.db, after, hello.epoch, epoch)
      if (after !== undefined && !reset) return missedFrames(feed, viewer, { after, epoch, watching }, from)
      for (const channel of watching) feed.viewers.unwatch(viewer, channel)
      watching = []
      return [frameBytes(await welcomeFrame(from.db, viewer.caller, reset))]
    })
    await feed.viewers.watchVisible(feed.store.db, viewer, watching)
    return prepared
  })
}

interface Cursor {
  after: number
  epoch: string
  watching: readonly string[]
}

/** What a viewer missed since its cursor, and the open streams of the channels it watches. */
async function missedFrames(feed: Feed, viewer: Viewer, { after, epoch, watching }: Cursor, from: ConsistentRead) {
  const { db } = from
  const missed = await entriesAfter(db, after, maxReplayedEntries)
  const frames = [frameBytes({ type: 'resumed', seq: after, epoch, now: db.clock.now() })]
  frames.push(...(await replayFrames(feed, from, viewer, missed)))
  const seq = missed.at(-1)?.seq ?? after
  for (const channel of watching) {
    const openStreams = streamMessageFrames(db, viewer.caller, channel, seq).catch((error) => {
      asRefusal(error)
      feed.viewers.unwatch(viewer, channel)
      return []
    })
    frames.push(...(await openStreams).map(frameBytes))
  }
  return frames
}

/** Why a cursor cannot be resumed from; undefined if it can. */
async function resetReason(db: Db, after: number, epoch: string | undefined, current: string) {
  if (epoch !== current) return 'other_epoch'
  const newest = await newestSeq(db)
  if (after > newest) return 'future_cursor'
  if (after < oldestCursor(newest) || after < (await oldestEntrySeq(db)) - 1) return 'outdated_cursor'
  return undefined
}

async function oldestEntrySeq(db: Db): Promise<number> {
  const [oldest] = await entriesAfter(db, 0, 1)
  return oldest?.seq ?? 0
}

/**
 * The frames for log entries that a viewer missed, without deltas. Entries become frames one batch after the other: a
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
    const batch = entries.slice(start, start + replayBatch).filter((entry) => entry.team_id === viewer.caller.teamId)
    for (const out of await outgoingFromLog(from.db, batch))
      if (out.to !== 'watchers') await sendChange(feed.viewers, from, out, [receiver])
  }
  return frames
}
