import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import type { Caller } from '#domain/caller'
import { now } from '#domain/clock'
import { epochOf } from '#domain/epoch'
import { newestSeq, oldestCursor, replayable } from '#domain/log'
import { Refusal } from '#domain/refusal'
import { directWith, react, say, stopStream } from '#domain/people'
import { changeChannel, readChannel } from './channelFrames.ts'
import { readFrame } from './clientFrames.ts'
import type { Feed } from './feed.ts'
import type { ClientFrame, ServerFrame } from './feedProtocol.ts'
import { entriesAfter } from './follower.ts'
import { channelFrame, historyFrame, threadFrame, welcome } from './snapshots.ts'
import { Viewer } from './viewer.ts'
import { channelView } from './views.ts'

/** Frames a browser may send in ten seconds. */
const mostFrames = 200

/** Serves one browser's socket from its first frame to its last. */
export function serveViewer(
  feed: Feed,
  caller: Caller,
  socket: WebSocket,
  raw: Socket,
  onDefect: (defect: unknown) => void,
): void {
  const viewer = new Viewer(caller, socket, raw)
  viewer.onDrained = (drained) => void catchUp(feed, drained).catch(onDefect)
  feed.enter(viewer)
  let greeted = false
  let frames = 0
  // One after the other: a browser's frames take effect in the order in which it sent them.
  let last: Promise<void> = Promise.resolve()
  const counting = setInterval(() => (frames = 0), 10_000).unref()
  const impatient = setTimeout(() => greeted || viewer.end('hello_expected'), 10_000).unref()
  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return
    if (++frames > mostFrames) return viewer.close('too_many_frames')
    const frame = isBinary ? 'not_json' : readFrame(textOf(data))
    if (typeof frame === 'string') return viewer.close(frame)
    if (!greeted && frame.type !== 'hello') return viewer.close('hello_expected')
    if (greeted && frame.type === 'hello') return viewer.close('not_of_the_protocol')
    greeted = true
    last = last.then(() => answer(feed, viewer, frame)).catch((error) => refuse(feed, viewer, frame, error, onDefect))
  })
  socket.on('error', () => {}) // `close` follows
  socket.on('close', () => {
    clearInterval(counting)
    clearTimeout(impatient)
    feed.leave(viewer)
  })
}

/** `ws` gives a text message as one buffer. */
function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : ''
}

async function answer(feed: Feed, viewer: Viewer, frame: ClientFrame): Promise<void> {
  const { store } = feed
  const { caller } = viewer
  switch (frame.type) {
    case 'hello':
      return greet(feed, viewer, frame)
    case 'open':
      feed.watch(viewer, frame.channel)
      return told(viewer, () => store.snapshot((db) => channelFrame(db, caller, frame.channel)))
    case 'close':
      return feed.unwatch(viewer, frame.channel)
    case 'thread':
      return told(viewer, () => store.snapshot((db) => threadFrame(db, caller, frame.channel, frame.thread_ts)))
    case 'history':
      return told(viewer, () => store.snapshot((db) => historyFrame(db, caller, frame.channel, frame)))
    case 'send': {
      const ts = await store.write((tx) =>
        say(tx, caller, {
          channelId: frame.channel,
          text: frame.text,
          threadTs: frame.thread_ts,
          clientMsgId: frame.id,
        }),
      )
      return viewer.send({ type: 'done', id: frame.id, ts })
    }
    case 'stop':
      await store.write((tx) => stopStream(tx, caller, frame.channel, frame.ts))
      return viewer.send({ type: 'done', id: frame.id, ts: frame.ts })
    case 'react':
    case 'unreact': {
      const { channel: channelId, ts, name } = frame
      await store.write((tx) => react(tx, caller, { channelId, ts, name, wanted: frame.type === 'react' }))
      return viewer.send({ type: 'done', id: frame.id, ts })
    }
    case 'direct': {
      const channel = await store.write((tx) => directWith(tx, caller, frame.user))
      const view = (await channelView(store.db, caller, channel)) ?? null
      viewer.send({ type: 'channel_changed', seq: 0, id: channel, channel: view })
      return viewer.send({ type: 'opened', id: frame.id, channel })
    }
    case 'mark':
      await store.write((tx) => readChannel(tx, caller, frame.channel, frame.ts))
      return
    case 'create':
    case 'join':
    case 'leave':
    case 'invite':
    case 'kick':
    case 'topic':
    case 'archive': {
      const channel = await store.write((tx) => changeChannel(tx, caller, frame))
      const view = (await channelView(store.db, caller, channel)) ?? null
      viewer.send({ type: 'channel_changed', seq: 0, id: channel, channel: view })
      return viewer.send({ type: 'changed', id: frame.id, channel })
    }
    case 'ping':
      return viewer.send({ type: 'pong', now: now() })
  }
}

/** A snapshot goes before everything that happened after it. */
async function told(viewer: Viewer, snapshot: () => Promise<ServerFrame>): Promise<void> {
  viewer.hold()
  let first: ServerFrame[] = []
  try {
    first = [await snapshot()]
  } finally {
    viewer.release(first)
  }
}

/** Goes on from the cursor if that is possible, and starts anew if not. */
async function greet(feed: Feed, viewer: Viewer, hello: Extract<ClientFrame, { type: 'hello' }>): Promise<void> {
  const { store } = feed
  viewer.hold()
  feed.join(viewer)
  let first: ServerFrame[] = []
  try {
    const epoch = await epochOf(store.db)
    const reset = hello.after === undefined ? undefined : await whyNot(feed, hello.after, hello.epoch, epoch)
    if (hello.after === undefined || reset) {
      first = [await store.snapshot((db) => welcome(db, viewer.caller, reset))]
      return
    }
    for (const channel of hello.watching ?? []) feed.watch(viewer, channel)
    const missed = await entriesAfter(store.db, hello.after, replayable)
    first = [{ type: 'resumed', seq: hello.after, epoch, now: now() }]
    await feed.replay(viewer, missed)
  } finally {
    viewer.release(first)
  }
}

async function whyNot(feed: Feed, after: number, epoch: string | undefined, current: string) {
  if (epoch !== current) return 'other_epoch'
  const newest = await newestSeq(feed.store.db)
  if (after > newest) return 'future_cursor'
  if (after < oldestCursor(newest) || after < (await oldestKept(feed)) - 1) return 'outdated_cursor'
  return undefined
}

async function oldestKept(feed: Feed): Promise<number> {
  const [oldest] = await entriesAfter(feed.store.db, 0, 1)
  return oldest?.seq ?? 0
}

/** A viewer that was too slow for deltas gets the channel as it is now. */
async function catchUp(feed: Feed, viewer: Viewer): Promise<void> {
  const channels = [...viewer.missed]
  viewer.missed.clear()
  for (const channel of channels) {
    if (!viewer.watching.has(channel)) continue
    // Out of sight by now, perhaps; then it is watched no more.
    await answer(feed, viewer, { type: 'open', channel }).catch(() => feed.unwatch(viewer, channel))
  }
}

function refuse(
  feed: Feed,
  viewer: Viewer,
  frame: ClientFrame,
  error: unknown,
  onDefect: (defect: unknown) => void,
): void {
  const refusal =
    error instanceof Refusal ? error : new Refusal('internal_error', 'Something went wrong in the server.')
  if (!(error instanceof Refusal)) onDefect(error)
  const about = {
    ...('id' in frame ? { id: frame.id } : {}),
    ...('channel' in frame ? { channel: frame.channel } : {}),
    ...('thread_ts' in frame && frame.thread_ts ? { thread_ts: frame.thread_ts } : {}),
  }
  if (frame.type === 'open') feed.unwatch(viewer, frame.channel)
  viewer.send({ type: 'refused', ...about, error: refusal.code, detail: refusal.detail ?? '' })
}
