import type { ViewerChannel, ViewerMessage } from 'rivulet/feedProtocol'

/** The server and the client list at most this many unread messages of a channel; a full list means "this many or more". */
export const maxUnread = 10

/**
 * Moves `latest` and lists the message as unread. A message that arrives again, changed or not, counts once. System
 * messages do not count.
 */
export function addUnread(channel: ViewerChannel, message: ViewerMessage, you: string): ViewerChannel {
  const { ts, user, deleted, notice } = message
  if (deleted) return removeUnread(channel, ts)
  const latest = channel.latest !== null && channel.latest >= ts ? channel.latest : ts
  const { last_read: lastRead, unread } = channel
  const counts = !notice && lastRead !== null && ts > lastRead && user !== you && unread.length < maxUnread
  if (counts && !unread.includes(ts)) return { ...channel, latest, unread: [...unread, ts] }
  return latest === channel.latest ? channel : { ...channel, latest }
}

export function removeUnread(channel: ViewerChannel, ts: string): ViewerChannel {
  if (!channel.unread.includes(ts)) return channel
  return { ...channel, unread: channel.unread.filter((one) => one !== ts) }
}
