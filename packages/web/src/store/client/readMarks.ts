import type { ViewerChannel } from 'rivulet/feedProtocol'
import type { StoreApi } from 'zustand/vanilla'
import type { Feed } from '#feed/feedSocket.ts'
import type { Workspace } from '#store/workspace/workspace.ts'

/** A browser sends at most one read mark of a channel in this time. */
const intervalMs = 1000

/** Moves the read marks of channels: in this browser at once, in others once the server knows. */
export function createReadMarks(workspace: StoreApi<Workspace>, send: Feed['send']) {
  /** The marks that were not sent yet, by channel. */
  const unsent = new Map<string, string>()
  const throttled = new Set<string>()

  function markRead(id: string): void {
    const channel = workspace.getState().channels[id]
    if (!channel?.latest || !channel.member || channel.latest <= (channel.last_read ?? '')) return
    const { latest } = channel
    workspace.setState(({ channels }) => ({ channels: { ...channels, [id]: readUpTo(channel, latest) } }))
    unsent.set(id, latest)
    sendMark(id)
  }

  function sendMark(channel: string): void {
    const ts = unsent.get(channel)
    if (ts === undefined || throttled.has(channel) || !send({ type: 'mark', channel, ts })) return
    unsent.delete(channel)
    throttled.add(channel)
    setTimeout(() => {
      throttled.delete(channel)
      sendMark(channel)
    }, intervalMs)
  }

  return { markRead, resume: () => [...unsent.keys()].forEach(sendMark) }
}

function readUpTo(channel: ViewerChannel, ts: string): ViewerChannel {
  return { ...channel, last_read: ts, unread: channel.unread.filter((one) => one > ts) }
}
