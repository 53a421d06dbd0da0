import type { Db } from '#store/db'
import type { Feed } from '#feed/feed'
import { streamMessageFrames } from './snapshots.ts'
import type { Viewer } from '#feed/viewer'
import { sendRead } from './sendInOrder.ts'

/**
 * Sends a viewer whole streams in place of deltas, if it was too slow for the deltas or if it now may see more or
 * fewer of them.
 */
export async function sendMissedStreams(feed: Feed, viewer: Viewer): Promise<void> {
  for (const [channel, streams] of viewer.missedStreams) {
    if (!viewer.isDrained) return
    viewer.missedStreams.delete(channel)
    if (!viewer.watching.has(channel)) continue
    // Frames queued behind these may have lower numbers, so these carry none.
    const read = (db: Db) => streamMessageFrames(db, viewer.caller, channel, 0, streams)
    await sendRead(feed, viewer, read, () => {
      feed.viewers.unwatch(viewer, channel)
      return []
    })
  }
}
