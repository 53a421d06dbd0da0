import type { ViewerChannel, ViewerMessage } from 'rivulet/feedProtocol'
import type { Workspace } from './workspace.ts'

/** The server and the client list at most this many unread messages of a channel; a full list means "this many or more". */
export const maxUnread = 10

/**
 * Moves `latest`, and lists the message as unread and among the mentions. A message that arrives again, changed or not,
 * counts once. System messages do not count.
 */
export function addUnread(
  channel: ViewerChannel,
  message: ViewerMessage,
  state: Pick<Workspace, 'you' | 'usergroups'>,
): ViewerChannel {
  const { ts, user, deleted, notice } = message
  if (deleted) return removeUnread(channel, ts)
  const latest = channel.latest !== null && channel.latest >= ts ? channel.latest : ts
  const { last_read: lastRead } = channel
  const counts = !notice && lastRead !== null && ts > lastRead && user !== state.you
  const unread = withTs(channel.unread, ts, counts)
  const mentions = isMentioned(message, state) ? withTs(channel.mentions, ts, counts) : withoutTs(channel.mentions, ts)
  if (latest === channel.latest && unread === channel.unread && mentions === channel.mentions) return channel
  return { ...channel, latest, unread, mentions }
}

export function removeUnread(channel: ViewerChannel, ts: string): ViewerChannel {
  const unread = withoutTs(channel.unread, ts)
  const mentions = withoutTs(channel.mentions, ts)
  return unread === channel.unread && mentions === channel.mentions ? channel : { ...channel, unread, mentions }
}

/** [REA-4] Whether a message mentions the person, a user group of theirs, or everybody. */
export function isMentioned(
  { mentions }: Pick<ViewerMessage, 'mentions'>,
  { you, usergroups }: Pick<Workspace, 'you' | 'usergroups'>,
): boolean {
  return mentions?.some((id) => id === you || id === 'everyone' || usergroups[id]?.mine) ?? false
}

/** [REA-6] What counts of a channel: nothing of a muted one, and in a direct message everything like a mention. */
export function countUnread({ muted, kind, unread, mentions }: ViewerChannel): { unread: number; mentions: number } {
  if (muted) return { unread: 0, mentions: 0 }
  const isDirect = kind === 'im' || kind === 'mpim'
  return { unread: unread.length, mentions: (isDirect ? unread : mentions).length }
}

/** [REA-4] What counts of all channels that the person is in. */
export function countAllUnread({ channels }: Pick<Workspace, 'channels'>): { unread: number; mentions: number } {
  const all = Object.values(channels).map(countUnread)
  return {
    unread: all.reduce((sum, { unread }) => sum + unread, 0),
    mentions: all.reduce((sum, { mentions }) => sum + mentions, 0),
  }
}

/** [NTF-5] How many entries of the list of activity are unread. */
export function countActivity({ channels, activity: { reactions, threads } }: Workspace): number {
  const counts = (channel: ViewerChannel | undefined) => channel?.member && !channel.muted
  const news = Object.values(threads).filter((thread) => counts(channels[thread.channel]))
  const mentions = Object.values(channels).filter(counts)
  return mentions.reduce((sum, { mentions: list }) => sum + list.length, reactions + news.length)
}

export function formatUnread(count: number): string {
  return count < maxUnread ? String(count) : `${maxUnread - 1}+`
}

function withTs(list: string[], ts: string, counts: boolean): string[] {
  return counts && list.length < maxUnread && !list.includes(ts) ? [...list, ts] : list
}

function withoutTs(list: string[], ts: string): string[] {
  return list.includes(ts) ? list.filter((one) => one !== ts) : list
}
