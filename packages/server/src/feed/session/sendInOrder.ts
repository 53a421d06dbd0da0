import type { Refusal } from '#domain/refusal'
import type { Db } from '#store/db'
import type { Feed } from '#feed/feed'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import { frameBytes } from '#feed/frameBytes'
import type { PreparedFrames, Viewer } from '#feed/viewer'
import { asRefusal } from './refusals.ts'

/** Sends the frames that `read` returns, or the frames for its refusal. */
export async function sendRead(
  feed: Feed,
  viewer: Viewer,
  read: (db: Db) => Promise<ServerFrame[]>,
  onRefused: (refusal: Refusal) => ServerFrame[],
): Promise<void> {
  await sendInOrder(viewer, () =>
    feed.prepareFrames(viewer, async ({ db }) => {
      const frames = await read(db).catch((error) => onRefused(asRefusal(error)))
      return frames.map(frameBytes)
    }),
  )
}

/** Sends frames behind everything that happened before they were read, and before everything that happened after. */
export async function sendInOrder(viewer: Viewer, read: () => Promise<PreparedFrames>): Promise<void> {
  if (!viewer.isOpen) return
  viewer.startQueueing()
  try {
    viewer.sendAndStopQueueing(await read())
  } catch (error) {
    // The queue is never sent. The browser connects again and is sent everything.
    viewer.disconnect('restarting')
    throw error
  }
}
