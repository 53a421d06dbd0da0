import type { Socket } from 'node:net'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { RawData, WebSocket } from 'ws'
import type { Caller } from '#domain/access/caller'
import { parseClientFrame } from './parseClientFrame.ts'
import type { Feed } from '#feed/feed'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import { Viewer } from '#feed/viewer'
import { handleFrame } from './handleFrame.ts'
import { sendMissedStreams } from './missedStreams.ts'
import { sendRefusal } from './refusals.ts'

/** How many frames a browser may send in ten seconds. */
const maxFrames = 200

/** Serves one browser's socket from its first frame to its last. */
export function serveBrowserSocket(
  feed: Feed,
  caller: Caller,
  socket: WebSocket,
  raw: Socket,
  onUnexpectedError: (error: unknown) => void,
): void {
  const viewer = new Viewer(caller, socket, raw)
  feed.viewers.add(viewer)
  let isGreeted = false
  let frames = 0
  // Frames are handled one after the other, so that they take effect in the order in which they were sent.
  let last: Promise<void> = Promise.resolve()
  const runNext = (work: () => Promise<void>) => feed.trackWork((last = last.then(work)))
  viewer.onDrained = () => runNext(() => sendMissedStreams(feed, viewer).catch(onUnexpectedError))
  const frameCounter = setInterval(() => (frames = 0), 10_000).unref()
  const helloTimeout = setTimeout(() => isGreeted || viewer.disconnect('hello_expected'), 10_000).unref()
  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return
    if (++frames > maxFrames) return viewer.close('too_many_frames')
    const frame = isBinary ? 'not_json' : parseClientFrame(textOf(data))
    if (typeof frame === 'string') return viewer.close(frame)
    if (!isGreeted && frame.type !== 'hello') return viewer.close('hello_expected')
    if (isGreeted && frame.type === 'hello') return viewer.close('not_of_the_protocol')
    isGreeted = true
    runNext(() => handleInTurn(feed, viewer, frame, onUnexpectedError))
  })
  socket.on('error', () => {}) // `close` follows
  socket.on('close', () => {
    clearInterval(frameCounter)
    clearTimeout(helloTimeout)
    feed.viewers.remove(viewer)
  })
}

/** `ws` delivers a text message as one buffer. */
function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : ''
}

async function handleInTurn(
  feed: Feed,
  viewer: Viewer,
  frame: ClientFrame,
  onUnexpectedError: (error: unknown) => void,
): Promise<void> {
  await viewer.waitForSpace()
  await handleFrame(feed, viewer, frame).catch((error) => sendRefusal(viewer, frame, error, onUnexpectedError))
  // Reads from SQLite never wait, so without this many frames in a row would block everybody else.
  await yieldToEventLoop()
}
