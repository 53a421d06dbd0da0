import type { Socket } from 'node:net'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { RawData, WebSocket } from 'ws'
import { beginThread, lookBeside } from '#domain/apps/home'
import type { Caller } from '#domain/access/caller'
import { now } from '#domain/clock'
import { epochOf } from '#domain/log/epoch'
import { uploadAddress } from '#domain/files/address'
import { expectFile } from '#domain/files/upload'
import { newestSeq, oldestCursor, replayable } from '#domain/log/entry'
import { Refusal } from '#domain/refusal'
import { directWith, react, say, stopStream } from '#domain/people/actions'
import type { Db } from '#store/db'
import { changeChannel, readChannel } from './channelFrames.ts'
import { readFrame } from './clientFrames.ts'
import type { Feed, Moment } from './feed.ts'
import type { ClientFrame, ServerFrame } from './protocol.ts'
import { entriesAfter } from './logFollower.ts'
import { changedFrame, channelFrame, historyFrame, streamFrames, threadFrame, welcome } from './snapshots.ts'
import { frameBytes, type Told, Viewer } from './viewer.ts'

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
  feed.enter(viewer)
  let greeted = false
  let frames = 0
  // One after the other: a browser's frames take effect in the order in which it sent them.
  let last: Promise<void> = Promise.resolve()
  const next = (work: () => Promise<void>) => feed.during((last = last.then(work)))
  viewer.onDrained = () => next(() => catchUp(feed, viewer).catch(onDefect))
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
    next(() => take(feed, viewer, frame, onDefect))
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

async function take(
  feed: Feed,
  viewer: Viewer,
  frame: ClientFrame,
  onDefect: (defect: unknown) => void,
): Promise<void> {
  await viewer.room()
  await answer(feed, viewer, frame).catch((error) => refuse(viewer, frame, error, onDefect))
  // What is read from SQLite is there at once: many frames in a row would let nobody else go first.
  await turnOfTheLoop()
}

async function answer(feed: Feed, viewer: Viewer, frame: ClientFrame): Promise<void> {
  const { store } = feed
  const { caller } = viewer
  const tell = (read: (db: Db) => Promise<ServerFrame>, onRefused = () => {}) =>
    told(
      feed,
      viewer,
      async (db) => [await read(db)],
      (refusal) => {
        onRefused()
        return [refused(frame, refusal)]
      },
    )
  switch (frame.type) {
    case 'hello':
      return greet(feed, viewer, frame)
    case 'open':
      feed.watch(viewer, frame.channel)
      return tell(
        (db) => channelFrame(db, caller, frame.channel),
        () => feed.unwatch(viewer, frame.channel),
      )
    case 'close':
      return feed.unwatch(viewer, frame.channel)
    case 'thread':
      return tell((db) => threadFrame(db, caller, frame.channel, frame.thread_ts))
    case 'history':
      return tell((db) => historyFrame(db, caller, frame.channel, frame))
    case 'send': {
      const ts = await store.write((tx) =>
        say(tx, caller, {
          channelId: frame.channel,
          text: frame.text,
          threadTs: frame.thread_ts,
          broadcast: frame.broadcast,
          clientMsgId: frame.id,
          converses: true,
          files: frame.files,
        }),
      )
      return viewer.send({ type: 'done', id: frame.id, ts })
    }
    case 'upload': {
      const { id, ticket } = await store.write((tx) => expectFile(tx, caller, { ...frame, alt: '' }))
      return viewer.send({ type: 'expected', id: frame.id, file: id, path: uploadAddress + ticket })
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
    case 'converse': {
      const ts = await store.write((tx) => beginThread(tx, caller, frame.channel, frame.looking))
      return viewer.send({ type: 'done', id: frame.id, ts })
    }
    case 'looks':
      return store.write((tx) => lookBeside(tx, caller, { channelId: frame.channel, looking: frame.looking }))
    case 'direct': {
      const channel = await store.write((tx) => directWith(tx, caller, frame.user))
      await tell((db) => changedFrame(db, caller, channel))
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
      await tell((db) => changedFrame(db, caller, channel))
      return viewer.send({ type: 'changed', id: frame.id, channel })
    }
    case 'ping':
      return viewer.send({ type: 'pong', now: now() })
  }
}

/** Tells what is read, or why it is refused. */
async function told(
  feed: Feed,
  viewer: Viewer,
  read: (db: Db) => Promise<ServerFrame[]>,
  otherwise: (refusal: Refusal) => ServerFrame[],
): Promise<void> {
  await inPlace(viewer, () =>
    feed.readFor(viewer, async ({ db }) => {
      const frames = await read(db).catch((error) => otherwise(asRefusal(error)))
      return frames.map(frameBytes)
    }),
  )
}

/** What is read goes behind everything that happened before it, and before everything that happened after it. */
async function inPlace(viewer: Viewer, read: () => Promise<Told>): Promise<void> {
  if (!viewer.open) return
  viewer.hold()
  try {
    viewer.release(await read())
  } catch (error) {
    // It stays on hold. Who comes again is shown all.
    viewer.end('restarting')
    throw error
  }
}

/** Goes on from the cursor if that is possible, and starts anew if not. */
async function greet(feed: Feed, viewer: Viewer, hello: Extract<ClientFrame, { type: 'hello' }>): Promise<void> {
  const { after } = hello
  let watching = after === undefined ? [] : (hello.watching ?? [])
  feed.join(viewer)
  for (const channel of watching) feed.watch(viewer, channel)
  await inPlace(viewer, async () => {
    const told = await feed.readFor(viewer, async (moment) => {
      const epoch = await epochOf(moment.db)
      const reset = after === undefined ? undefined : await whyNot(moment.db, after, hello.epoch, epoch)
      if (after !== undefined && !reset) return missedBy(feed, viewer, { after, epoch, watching }, moment)
      for (const channel of watching) feed.unwatch(viewer, channel)
      watching = []
      return [frameBytes(await welcome(moment.db, viewer.caller, reset))]
    })
    await feed.watchAgain(viewer, watching)
    return told
  })
}

interface Cursor {
  after: number
  epoch: string
  watching: readonly string[]
}

/** What a viewer has missed since its cursor, and the streams that it watches as they are. */
async function missedBy(feed: Feed, viewer: Viewer, { after, epoch, watching }: Cursor, moment: Moment) {
  const { db } = moment
  const missed = await entriesAfter(db, after, replayable)
  const frames = [frameBytes({ type: 'resumed', seq: after, epoch, now: now() })]
  frames.push(...(await feed.replayed(moment, viewer, missed)))
  const seq = missed.at(-1)?.seq ?? after
  for (const channel of watching) {
    const growing = streamFrames(db, viewer.caller, channel, seq).catch((error) => {
      asRefusal(error)
      feed.unwatch(viewer, channel)
      return []
    })
    frames.push(...(await growing).map(frameBytes))
  }
  return frames
}

async function whyNot(db: Db, after: number, epoch: string | undefined, current: string) {
  if (epoch !== current) return 'other_epoch'
  const newest = await newestSeq(db)
  if (after > newest) return 'future_cursor'
  if (after < oldestCursor(newest) || after < (await oldestKept(db)) - 1) return 'outdated_cursor'
  return undefined
}

async function oldestKept(db: Db): Promise<number> {
  const [oldest] = await entriesAfter(db, 0, 1)
  return oldest?.seq ?? 0
}

/** A viewer that was too slow for deltas, or may see more or less of them by now, gets the streams as they are. */
async function catchUp(feed: Feed, viewer: Viewer): Promise<void> {
  for (const [channel, streams] of viewer.missed) {
    if (!viewer.drained) return
    viewer.missed.delete(channel)
    if (!viewer.watching.has(channel)) continue
    // What waits behind them comes after them and may have lower numbers: so they have none.
    const read = (db: Db) => streamFrames(db, viewer.caller, channel, 0, streams)
    await told(feed, viewer, read, () => {
      feed.unwatch(viewer, channel)
      return []
    })
  }
}

/** What is no refusal is a defect. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

function refuse(viewer: Viewer, frame: ClientFrame, error: unknown, onDefect: (defect: unknown) => void): void {
  if (!(error instanceof Refusal)) onDefect(error)
  const refusal =
    error instanceof Refusal ? error : new Refusal('internal_error', 'Something went wrong in the server.')
  viewer.send(refused(frame, refusal))
}

function refused(frame: ClientFrame, { code, detail = '' }: Refusal): ServerFrame {
  return {
    type: 'refused',
    ...('id' in frame ? { id: frame.id } : {}),
    ...('channel' in frame ? { channel: frame.channel } : {}),
    ...('thread_ts' in frame && frame.thread_ts ? { thread_ts: frame.thread_ts } : {}),
    error: code,
    detail,
  }
}
