import type { ServerFrame, ViewerChannel } from 'rivulet/feedProtocol'
import type { StoreApi } from 'zustand/vanilla'
import type { Feed } from '#feed/feedSocket.ts'
import { maxUnread } from '#store/workspace/unread.ts'
import { contentOf, threadKey, type Workspace } from '#store/workspace/workspace.ts'

/** A browser sends at most one read mark of a channel or thread in this time. */
const intervalMs = 1000

type Mark = { channel: string; ts: string; thread_ts?: string }
/** `from`: where the server had the mark when it was last heard of. */
type Waiting = { mark: Mark; from: string }
type OnFrame = (listener: (frame: ServerFrame) => void) => void

/** Moves the read marks of channels and threads: in this browser at once, in others once the server knows. */
export function createReadMarks(workspace: StoreApi<Workspace>, send: Feed['send'], onFrame: OnFrame) {
  /** The marks that the server has not confirmed, by channel or thread. */
  const marks = new Map<string, Waiting>()
  /** Those of them that were not sent over this connection. */
  const unsent = new Set<string>()
  const throttled = new Set<string>()

  onFrame((frame) => {
    if (frame.type === 'welcome') confirmAll()
    if (frame.type === 'welcome' || frame.type === 'resumed') resume()
    if (frame.type === 'read') confirm(frame.channel, frame.last_read)
    if (frame.type === 'followed') confirm(threadKey(frame.channel, frame.thread_ts), frame.last_read)
  })

  function markRead(id: string): void {
    const { channels, keptUnread } = workspace.getState()
    const channel = channels[id]
    if (!channel?.latest || !channel.member || channel.latest <= (channel.last_read ?? '') || keptUnread[id]) return
    const { latest } = channel
    workspace.setState({ channels: { ...channels, [id]: readUpTo(channel, latest) } })
    put(id, { channel: id, ts: latest }, channel.last_read)
  }

  /** Marks a channel as read of which the person sees one thread alone, if nothing outside of that is unread. */
  function markReadInThread(id: string, threadTs: string): void {
    const state = workspace.getState()
    const { messages } = contentOf(state, id)
    const unread = state.channels[id]?.unread ?? []
    // A full list may leave out others.
    if (unread.length >= maxUnread) return
    if (unread.every((ts) => ts === threadTs || messages[ts]?.thread_ts === threadTs)) markRead(id)
  }

  /** [NTF-3] The person has read what is new in a thread. */
  function markThreadRead(id: string, threadTs: string): void {
    const { activity, keptUnread } = workspace.getState()
    const key = threadKey(id, threadTs)
    const news = activity.threads[key]
    if (!news || keptUnread[key]) return
    const { [key]: _read, ...threads } = activity.threads
    workspace.setState({ activity: { ...activity, threads } })
    put(key, { channel: id, ts: news.latest, thread_ts: threadTs }, news.last_read)
  }

  function put(key: string, mark: Mark, lastRead: string | null): void {
    marks.set(key, { mark, from: marks.get(key)?.from ?? lastRead ?? '' })
    unsent.add(key)
    sendMark(key)
  }

  function sendMark(key: string): void {
    const waiting = marks.get(key)
    if (!waiting || !unsent.has(key) || throttled.has(key)) return
    if (!send({ type: 'mark', ...waiting.mark })) return
    unsent.delete(key)
    throttled.add(key)
    setTimeout(() => {
      throttled.delete(key)
      sendMark(key)
    }, intervalMs)
  }

  /** The server has a mark at `lastRead`. One that another browser has moved back stays there. */
  function confirm(key: string, lastRead: string | null): void {
    const waiting = marks.get(key)
    if (!waiting) return
    const now = lastRead ?? ''
    if (waiting.mark.ts <= now || now < waiting.from) dropMark(key)
    else waiting.from = now
  }

  /** A new snapshot says where all marks are. It has no thread in which nothing is unread. */
  function confirmAll(): void {
    const { channels, activity } = workspace.getState()
    for (const [key, { mark }] of marks)
      confirm(key, (mark.thread_ts ? (activity.threads[key]?.last_read ?? mark.ts) : channels[key]?.last_read) ?? null)
  }

  function dropMark(key: string): void {
    marks.delete(key)
    unsent.delete(key)
  }

  /** [REA-5] Does not send the mark of a channel or thread any more, unless the returned function takes that back. */
  function withdrawMark(key: string): () => void {
    const waiting = marks.get(key)
    dropMark(key)
    return () => {
      if (waiting && !marks.has(key)) put(key, waiting.mark, waiting.from)
    }
  }

  /** Sends again what may have been lost with a connection. The server does not move a mark back. */
  function resume(): void {
    for (const [key, { mark }] of marks) {
      unsent.add(key)
      if (workspace.getState().channels[mark.channel]?.member) sendMark(key)
      else dropMark(key)
    }
  }

  return { markRead, markReadInThread, markThreadRead, withdrawMark }
}

function readUpTo(channel: ViewerChannel, ts: string): ViewerChannel {
  const after = (list: string[]) => list.filter((one) => one > ts)
  return { ...channel, last_read: ts, unread: after(channel.unread), mentions: after(channel.mentions) }
}
