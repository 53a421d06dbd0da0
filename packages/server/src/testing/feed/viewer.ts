import { once } from 'node:events'
import { appendChunks } from '@rivulet/blocks/streamedReply'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { ViewerChannel, ViewerCommand, ViewerShortcut, ViewerUser } from '#feed/protocol/viewerWorkspace'
import type { ViewerMessage, ViewerStatus, ViewerThread } from '#feed/protocol/viewerMessages'
import { connectFeedSocket } from './socket.ts'

type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

/** A browser that greeted, and applies what it is told to what it sees, as `feedProtocol.ts` says. */
export async function connectViewer(
  url: string,
  user: string,
  hello: Partial<Extract<ClientFrame, { type: 'hello' }>> = {},
  messages = new Map<string, ViewerMessage>(),
  statuses = new Map<string, ViewerStatus>(),
) {
  const { socket, closed } = await connectFeedSocket(url, user)
  const frames: ServerFrame[] = []
  const channels = new Map<string, ViewerChannel>()
  const threads = new Map<string, ViewerThread>()
  const users = new Map<string, ViewerUser>()
  const offers: { commands: ViewerCommand[]; shortcuts: ViewerShortcut[] } = { commands: [], shortcuts: [] }
  const progress = { seq: 0, refetches: 0, repeats: 0 }
  const asking = new Set<string>()
  const arrived = new EventTarget()
  socket.on('message', (data: Buffer) => {
    const frame: ServerFrame = JSON.parse(data.toString())
    frames.push(frame)
    apply(frame)
    arrived.dispatchEvent(new Event('frame'))
  })
  send({ type: 'hello', protocol: 1, ...hello })
  const firstFrame = await next((frame) => frame.type === 'welcome' || frame.type === 'resumed')
  return {
    socket,
    closed,
    frames,
    messages,
    statuses,
    channels,
    threads,
    users,
    offers,
    progress,
    firstFrame,
    send,
    next,
    open,
    until,
    visible,
  }

  function send(frame: ClientFrame): void {
    socket.send(JSON.stringify(frame))
  }
  /** The first frame like this, from the one with this number on, come or to come. */
  async function next<F extends ServerFrame>(like: (frame: ServerFrame) => frame is F, from?: number): Promise<F>
  async function next(like: (frame: ServerFrame) => boolean, from?: number): Promise<ServerFrame>
  async function next(like: (frame: ServerFrame) => boolean, from = 0): Promise<ServerFrame> {
    await until(() => frames.slice(from).some(like))
    return frames.slice(from).find(like)!
  }
  async function until(holds: () => boolean): Promise<void> {
    // Short waits are counted: one in which the machine stood still has not been waited for.
    for (let waits = 0; !holds() && waits < 100;)
      await once(arrived, 'frame', { signal: AbortSignal.timeout(100) }).catch(() => waits++)
    if (!holds()) throw new Error('No frame came in ten seconds.')
  }
  async function open(channel: string): Promise<Frame<'channel'>> {
    const from = frames.length
    send({ type: 'open', channel })
    return next((frame): frame is Frame<'channel'> => frame.type === 'channel' && frame.channel === channel, from)
  }
  function apply(frame: ServerFrame): void {
    // A snapshot of one place may be ahead of what was told of others.
    if ('seq' in frame && frame.type !== 'channel' && frame.type !== 'thread')
      progress.seq = Math.max(progress.seq, frame.seq)
    applyToChannels(frame)
    applyToTeam(frame)
    if (frame.type === 'channel') {
      for (const [ts, { thread_ts }] of messages) if (thread_ts === undefined) messages.delete(ts)
      statuses.clear()
      for (const message of frame.messages) messages.set(message.ts, message)
      threads.clear()
      for (const status of frame.statuses) statuses.set(`${status.thread_ts}/${status.app_id}`, status)
      for (const thread of frame.threads) threads.set(thread.thread_ts, thread)
    } else if (frame.type === 'thread') {
      asking.delete(frame.thread_ts)
      for (const [ts, { thread_ts }] of messages)
        if (ts === frame.thread_ts || thread_ts === frame.thread_ts) messages.delete(ts)
      for (const message of frame.messages) messages.set(message.ts, message)
      for (const [key, { thread_ts }] of statuses) if (thread_ts === frame.thread_ts) statuses.delete(key)
      for (const status of frame.statuses) statuses.set(`${status.thread_ts}/${status.app_id}`, status)
      threads.delete(frame.thread_ts)
      for (const thread of frame.threads) threads.set(thread.thread_ts, thread)
    } else if (frame.type === 'thread_changed') {
      if (frame.thread) threads.set(frame.thread_ts, frame.thread)
      else threads.delete(frame.thread_ts)
    } else if (frame.type === 'message') messages.set(frame.message.ts, frame.message)
    else if (frame.type === 'deleted') messages.delete(frame.ts)
    else if (frame.type === 'reactions') {
      const { reactions: _before, ...message } = messages.get(frame.ts) ?? {}
      if ('ts' in message)
        messages.set(frame.ts, frame.reactions.length > 0 ? { ...message, reactions: frame.reactions } : message)
    } else if (frame.type === 'status') {
      const key = `${frame.thread_ts}/${frame.app_id}`
      if (frame.status) statuses.set(key, frame.status)
      else statuses.delete(key)
    } else if (frame.type === 'delta') grow(frame)
  }
  function applyToChannels(frame: ServerFrame): void {
    if (frame.type === 'welcome') {
      channels.clear()
      for (const channel of frame.channels) channels.set(channel.id, channel)
    } else if (frame.type === 'channel_changed') {
      if (frame.channel) channels.set(frame.id, frame.channel)
      else channels.delete(frame.id)
    } else if (frame.type === 'read') {
      const { last_read, unread } = frame
      const known = channels.get(frame.channel)
      if (known) channels.set(frame.channel, { ...known, last_read, unread })
    } else if (frame.type === 'deleted') {
      const { ts, latest } = frame
      const known = channels.get(frame.channel)
      if (known) channels.set(frame.channel, { ...known, latest, unread: known.unread.filter((one) => one !== ts) })
    } else if (frame.type === 'message') {
      const known = channels.get(frame.channel)
      const { ts, user: author, notice } = frame.message
      if (!known || !known.last_read || ts <= (known.latest ?? '')) return
      const counts = author !== user && !notice && ts > known.last_read && known.unread.length < 10
      channels.set(frame.channel, { ...known, latest: ts, unread: counts ? [...known.unread, ts] : known.unread })
    }
  }
  function applyToTeam(frame: ServerFrame): void {
    if (frame.type === 'welcome') for (const one of frame.users) users.set(one.id, one)
    if (frame.type === 'user_changed') users.set(frame.user.id, frame.user)
    if (frame.type === 'welcome' || frame.type === 'offers_changed')
      Object.assign(offers, { commands: frame.commands, shortcuts: frame.shortcuts })
  }
  function grow({ channel, thread_ts, ts, from, to, chunks }: Frame<'delta'>): void {
    const message = messages.get(ts)
    const { n, reply } = message?.stream ?? { n: 0, reply: { parts: [] } }
    if (!message || asking.has(thread_ts)) return
    if (to <= n) progress.repeats++
    else if (!message.stream || from !== n + 1) {
      progress.refetches++
      asking.add(thread_ts)
      send({ type: 'thread', channel, thread_ts })
    } else messages.set(ts, { ...message, stream: { ...message.stream, n: to, reply: appendChunks(reply, chunks) } })
  }
  /** All that is seen, in an order of its own. */
  function visible() {
    return {
      messages: [...messages.values()].toSorted((a, b) => (a.ts < b.ts ? -1 : 1)),
      statuses: [...statuses.values()],
      threads: [...threads.values()].toSorted((a, b) => (a.thread_ts < b.thread_ts ? -1 : 1)),
    }
  }
}

export type TestViewer = Awaited<ReturnType<typeof connectViewer>>
