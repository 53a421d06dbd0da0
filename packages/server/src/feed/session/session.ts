import type { Socket } from 'node:net'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { RawData, WebSocket } from 'ws'
import type { Session } from '#domain/people/sessions'
import { reportSight } from '#domain/push/sight'
import { reportDeparture } from '#domain/people/presence'
import type { Tx } from '#store/db'
import { parseClientFrame, type UnknownFrame } from './parseClientFrame.ts'
import type { Feed } from '#feed/feed'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import { Viewer } from '#feed/viewer'
import { handleFrame } from './handleFrame.ts'
import { sendMissedStreams } from './missedStreams.ts'
import { refuseUnknown, sendRefusal } from './refusals.ts'

/** How many frames a browser may send in ten seconds. */
const maxFrames = 200
const countingMs = 10_000
/** While frames of this size wait or are handled, no more are read. What `ws` has read already still follows. */
const maxPendingBytes = 64 * 1024
/** What a waiting frame takes beside its bytes. */
const bytesPerFrame = 1024

/** Serves one browser's socket from its first frame to its last. */
export function serveBrowserSocket(
  feed: Feed,
  session: Session,
  socket: WebSocket,
  raw: Socket,
  onUnexpectedError: (error: unknown) => void,
): void {
  const viewer = new Viewer(session, socket, raw)
  feed.viewers.add(viewer)
  let isGreeted = false
  let frames = 0
  let countedSince = -Infinity
  let pendingBytes = 0
  // Frames are handled one after the other, so that they take effect in the order in which they were sent.
  let last: Promise<void> = Promise.resolve()
  const runNext = (work: () => Promise<void>) => feed.trackWork((last = last.then(work)))
  viewer.onDrained = () => runNext(() => sendMissedStreams(feed, viewer).catch(onUnexpectedError))
  let helloTimeout: NodeJS.Timeout | undefined = setTimeout(() => viewer.disconnect('hello_expected'), 10_000).unref()
  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return
    const time = performance.now()
    if (time - countedSince >= countingMs) [frames, countedSince] = [0, time]
    if (++frames > maxFrames) return viewer.close('too_many_frames')
    const frame = isBinary ? 'not_json' : parseClientFrame(textOf(data))
    if (typeof frame === 'string') return viewer.close(frame)
    if (!isGreeted && frame.type !== 'hello') return viewer.close('hello_expected')
    if (isGreeted && frame.type === 'hello') return viewer.close('not_of_the_protocol')
    isGreeted = true
    clearTimeout(helloTimeout)
    helloTimeout = undefined
    const bytes = sizeOf(data) + bytesPerFrame
    pendingBytes += bytes
    if (pendingBytes >= maxPendingBytes) socket.pause()
    runNext(async () => {
      await handleInTurn(feed, viewer, frame, onUnexpectedError)
      pendingBytes -= bytes
      if (socket.isPaused && pendingBytes < maxPendingBytes) socket.resume()
    })
  })
  socket.on('error', () => {}) // `close` follows
  socket.on('close', () => {
    clearTimeout(helloTimeout)
    feed.viewers.remove(viewer)
    if ((viewer.wasUsed || viewer.wasInSight) && !feed.viewers.isClosed)
      runNext(() => feed.store.write((tx) => leave(tx, viewer)).catch(onUnexpectedError))
  })
}

async function leave(tx: Tx, { caller, id, wasUsed, wasInSight }: Viewer): Promise<void> {
  if (wasUsed) await reportDeparture(tx, caller, id)
  if (wasInSight) await reportSight(tx, caller, id, false)
}

/** `ws` delivers a text message as one buffer. */
function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : ''
}

function sizeOf(data: RawData): number {
  return Buffer.isBuffer(data) ? data.length : 0
}

async function handleInTurn(
  feed: Feed,
  viewer: Viewer,
  frame: ClientFrame | UnknownFrame,
  onUnexpectedError: (error: unknown) => void,
): Promise<void> {
  await viewer.waitForSpace()
  if (frame.type === 'unknown') return refuseUnknown(viewer, frame)
  await handleFrame(feed, viewer, frame).catch((error) => {
    sendRefusal(viewer, frame, error, onUnexpectedError)
    // It would hear nothing. The browser connects again.
    if (frame.type === 'hello') viewer.disconnect('restarting')
  })
  // Reads from SQLite never wait, so without this many frames in a row would block everybody else.
  await yieldToEventLoop()
}
