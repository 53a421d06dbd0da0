import type { ViewerChannel } from 'rivulet/feedProtocol'
import { onFrame, tell } from './client.ts'
import { workspace } from './workspace.ts'

/** At most so often a browser tells of one channel how far it was read. */
const pause = 1000
/** What the server is still to hear. */
const untold = new Map<string, string>()
const pausing = new Set<string>()

/** The viewer has seen all there is of a channel: in this browser at once, in others when the server has heard. */
export function markRead(id: string): void {
  const channel = workspace.getState().channels[id]
  if (!channel?.latest || !channel.member || channel.latest <= (channel.last_read ?? '')) return
  const { latest } = channel
  workspace.setState(({ channels }) => ({ channels: { ...channels, [id]: read(channel, latest) } }))
  untold.set(id, latest)
  tellOf(id)
}

/** After a lost connection what could not be told is told again. */
export function startReading(): () => void {
  return onFrame(({ type }) => {
    if (type === 'welcome' || type === 'resumed') queueMicrotask(() => [...untold.keys()].forEach(tellOf))
  })
}

function read(channel: ViewerChannel, upTo: string): ViewerChannel {
  return { ...channel, last_read: upTo, unread: channel.unread.filter((ts) => ts > upTo) }
}

function tellOf(channel: string): void {
  const ts = untold.get(channel)
  if (ts === undefined || pausing.has(channel) || !tell({ type: 'mark', channel, ts })) return
  untold.delete(channel)
  pausing.add(channel)
  setTimeout(() => {
    pausing.delete(channel)
    tellOf(channel)
  }, pause)
}
