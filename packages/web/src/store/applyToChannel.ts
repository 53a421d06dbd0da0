import type { ViewerChannel, ViewerMessage } from 'rivulet/feedProtocol'

/** So many unread messages are told one by one; that many stand for more. */
export const countedUpTo = 10

/**
 * A message may come twice, or be an old one that changed: it counts once, and only where it is new. What became of the
 * channel is no news.
 */
export function withNews(channel: ViewerChannel, message: ViewerMessage, you: string): ViewerChannel {
  const { ts, user, deleted, notice } = message
  if (deleted) return withoutNews(channel, ts)
  const latest = channel.latest !== null && channel.latest >= ts ? channel.latest : ts
  const { last_read: lastRead, unread } = channel
  const counts = !notice && lastRead !== null && ts > lastRead && user !== you && unread.length < countedUpTo
  if (counts && !unread.includes(ts)) return { ...channel, latest, unread: [...unread, ts] }
  return latest === channel.latest ? channel : { ...channel, latest }
}

export function withoutNews(channel: ViewerChannel, ts: string): ViewerChannel {
  if (!channel.unread.includes(ts)) return channel
  return { ...channel, unread: channel.unread.filter((one) => one !== ts) }
}
