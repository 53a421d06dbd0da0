import { appendChunks } from '@rivulet/blocks/streamedReply'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { ViewerChannel, ViewerCommand, ViewerShortcut, ViewerUser } from '#feed/protocol/viewerWorkspace'
import type { ViewerMessage, ViewerStatus, ViewerThread } from '#feed/protocol/viewerMessages'

type Delta = Extract<ServerFrame, { type: 'delta' }>

/** What a browser shows: all frames, applied in order as the feed's protocol says. `fetchThread` asks for a thread anew. */
export function createViewerState(
  user: string,
  fetchThread: (channel: string, threadTs: string) => void,
  messages: Map<string, ViewerMessage>,
  statuses: Map<string, ViewerStatus>,
) {
  const channels = new Map<string, ViewerChannel>()
  const threads = new Map<string, ViewerThread>()
  const users = new Map<string, ViewerUser>()
  const offers: { commands: ViewerCommand[]; shortcuts: ViewerShortcut[] } = { commands: [], shortcuts: [] }
  const progress = { seq: 0, refetches: 0, repeats: 0 }
  const fetching = new Set<string>()
  return { messages, statuses, channels, threads, users, offers, progress, apply, visible }

  function apply(frame: ServerFrame): void {
    // A snapshot of one channel or thread may be ahead of the frames for the others.
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
      fetching.delete(frame.thread_ts)
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
    } else if (frame.type === 'pin') {
      const { pinned: _before, ...message } = messages.get(frame.ts) ?? {}
      if ('ts' in message) messages.set(frame.ts, frame.pinned ? { ...message, pinned: frame.pinned } : message)
    } else if (frame.type === 'status') {
      const key = `${frame.thread_ts}/${frame.app_id}`
      if (frame.status) statuses.set(key, frame.status)
      else statuses.delete(key)
    } else if (frame.type === 'delta') applyDelta(frame)
  }
  function applyToChannels(frame: ServerFrame): void {
    if (frame.type === 'welcome') {
      channels.clear()
      for (const channel of frame.channels) channels.set(channel.id, channel)
    } else if (frame.type === 'channels') {
      for (const channel of frame.channels) channels.set(channel.id, channel)
    } else if (frame.type === 'channel_changed') {
      if (frame.channel) channels.set(frame.id, frame.channel)
      else channels.delete(frame.id)
    } else if (frame.type === 'read') {
      const { type: _type, seq: _seq, channel, ...marks } = frame
      const { muted: _muted, notify: _notify, ...known } = channels.get(channel) ?? {}
      if (channels.has(channel)) channels.set(channel, { ...known, ...marks } as ViewerChannel)
    } else if (frame.type === 'deleted') {
      const { ts, latest } = frame
      const known = channels.get(frame.channel)
      const without = (list: string[]) => list.filter((other) => other !== ts)
      if (known)
        channels.set(frame.channel, {
          ...known,
          latest,
          unread: without(known.unread),
          mentions: without(known.mentions),
        })
    } else if (frame.type === 'message') {
      const known = channels.get(frame.channel)
      const { ts, user: author, notice } = frame.message
      if (!known || !known.last_read || ts <= (known.latest ?? '')) return
      const counts = author !== user && !notice && ts > known.last_read && known.unread.length < 10
      channels.set(frame.channel, { ...known, latest: ts, unread: counts ? [...known.unread, ts] : known.unread })
    }
  }
  function applyToTeam(frame: ServerFrame): void {
    if (frame.type === 'welcome' || frame.type === 'directory')
      for (const shown of frame.users) users.set(shown.id, shown)
    if (frame.type === 'user_changed') users.set(frame.user.id, frame.user)
    if (frame.type === 'welcome' || frame.type === 'offers_changed')
      Object.assign(offers, { commands: frame.commands, shortcuts: frame.shortcuts })
  }
  function applyDelta({ channel, thread_ts, ts, from, to, chunks }: Delta): void {
    const message = messages.get(ts)
    const { n, reply } = message?.stream ?? { n: 0, reply: { parts: [] } }
    if (!message || fetching.has(thread_ts)) return
    if (to <= n) progress.repeats++
    else if (!message.stream || from !== n + 1) {
      progress.refetches++
      fetching.add(thread_ts)
      fetchThread(channel, thread_ts)
    } else messages.set(ts, { ...message, stream: { ...message.stream, n: to, reply: appendChunks(reply, chunks) } })
  }
  /** The messages, statuses and threads, in a fixed order. */
  function visible() {
    return {
      messages: [...messages.values()].toSorted((a, b) => (a.ts < b.ts ? -1 : 1)),
      statuses: [...statuses.values()],
      threads: [...threads.values()].toSorted((a, b) => (a.thread_ts < b.thread_ts ? -1 : 1)),
    }
  }
}
