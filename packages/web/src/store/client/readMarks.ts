import type { ViewerChannel } from 'rivulet/feedProtocol'
import type { StoreApi } from 'zustand/vanilla'
import type { Feed } from '#feed/feedSocket.ts'
import { threadKey, type Workspace } from '#store/workspace/workspace.ts'

/** A browser sends at most one read mark of a channel or thread in this time. */
const intervalMs = 1000

type Mark = { channel: string; ts: string; thread_ts?: string }

/** Moves the read marks of channels and threads: in this browser at once, in others once the server knows. */
export function createReadMarks(workspace: StoreApi<Workspace>, send: Feed['send']) {
  /** The marks that were not sent yet, by channel or thread. */
  const unsent = new Map<string, Mark>()
  const throttled = new Set<string>()

  function markRead(id: string): void {
    const { channels, keptUnread } = workspace.getState()
    const channel = channels[id]
    if (!channel?.latest || !channel.member || channel.latest <= (channel.last_read ?? '') || keptUnread[id]) return
    const { latest } = channel
    workspace.setState({ channels: { ...channels, [id]: readUpTo(channel, latest) } })
    unsent.set(id, { channel: id, ts: latest })
    sendMark(id)
  }

  /** [NTF-3] The person has read what is new in a thread. */
  function markThreadRead(id: string, threadTs: string): void {
    const { activity, keptUnread } = workspace.getState()
    const key = threadKey(id, threadTs)
    const news = activity.threads[key]
    if (!news || keptUnread[key]) return
    const { [key]: _read, ...threads } = activity.threads
    workspace.setState({ activity: { ...activity, threads } })
    unsent.set(key, { channel: id, ts: news.latest, thread_ts: threadTs })
    sendMark(key)
  }

  function sendMark(key: string): void {
    const mark = unsent.get(key)
    if (mark === undefined || throttled.has(key) || !send({ type: 'mark', ...mark })) return
    unsent.delete(key)
    throttled.add(key)
    setTimeout(() => {
      throttled.delete(key)
      sendMark(key)
    }, intervalMs)
  }

  return { markRead, markThreadRead, resume: () => [...unsent.keys()].forEach(sendMark) }
}

function readUpTo(channel: ViewerChannel, ts: string): ViewerChannel {
  const after = (list: string[]) => list.filter((one) => one > ts)
  return { ...channel, last_read: ts, unread: after(channel.unread), mentions: after(channel.mentions) }
}
