import type { ServerFrame, ViewerMessage, ViewerThread } from 'rivulet/feedProtocol'
import { covers, isNewest, newestOnly, withNewest, withPage } from './timeline.ts'
import { statusKey, type ChannelContent } from './workspace.ts'

type Frame<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>

/** Replaces the loaded messages of the same time by the newest ones. Older pages stay if there is no gap after them. */
export function applyChannelFrame(content: ChannelContent, frame: Frame<'channel'>): ChannelContent {
  const fresh = byTs(frame.messages)
  const first = frame.messages[0]?.ts
  const all = Object.values(content.messages)
  const isJoined = !content.stale && content.loaded && all.some(({ ts }) => first !== undefined && ts >= first)
  const timeline = content.stale
    ? newestOnly(frame.has_more ? first : undefined)
    : withNewest(content.timeline, frame.has_more ? first : undefined, isJoined)
  const kept = all.filter((message) => {
    if (content.stale || fresh[message.ts]) return false
    const reply = message.thread_ts && message.thread_ts !== message.ts
    if (reply && content.threads[message.thread_ts ?? '']) return true
    return (!reply || message.broadcast) && first !== undefined && message.ts < first && covers(timeline, message.ts)
  })
  return {
    loaded: true,
    stale: false,
    timeline,
    messages: { ...byTs(frame.replying ?? []), ...byTs(kept), ...fresh },
    threads: content.stale ? {} : content.threads,
    statuses: Object.fromEntries(frame.statuses.map((status) => [statusKey(status), status])),
    threadInfo: {
      ...threadInfoByTs(kept.flatMap((message) => content.threadInfo[message.ts] ?? [])),
      ...threadInfoByTs(frame.threads),
    },
    ephemerals: content.ephemerals,
    pins: frame.pins ?? 0,
    bookmarks: frame.bookmarks ?? [],
  }
}

/** Adds a page of messages further back. */
export function applyHistoryFrame(content: ChannelContent, frame: Frame<'history'>): ChannelContent {
  return forgetUnreachable({
    ...content,
    timeline: withPage(content.timeline, frame),
    messages: { ...content.messages, ...byTs(frame.messages) },
    threadInfo: { ...content.threadInfo, ...threadInfoByTs(frame.threads) },
  })
}

export function applyThreadFrame(content: ChannelContent, frame: Frame<'thread'>): ChannelContent {
  const { thread_ts: threadTs } = frame
  const known = content.threads[threadTs]
  if (frame.before ?? frame.after ?? frame.around) {
    if (!known) return content
    const threads = { ...content.threads, [threadTs]: withPage(known, frame) }
    return forgetUnreachable({ ...content, threads, messages: { ...content.messages, ...byTs(frame.messages) } })
  }
  const first = frame.older
  const before = Object.values(content.messages).filter(
    ({ ts, thread_ts: root }) => root === threadTs && ts !== threadTs && first !== undefined && ts < first,
  )
  const isJoined = Object.values(content.messages).some(
    ({ ts, thread_ts: root }) => root === threadTs && ts !== threadTs && first !== undefined && ts >= first,
  )
  const timeline = known ? withNewest(known, first, isJoined) : newestOnly(first)
  const others = Object.values(content.messages).filter(
    (message) => message.ts !== threadTs && message.thread_ts !== threadTs,
  )
  const elsewhere = Object.values(content.statuses).filter((status) => status.thread_ts !== threadTs)
  return {
    ...content,
    messages: { ...byTs(others), ...byTs(before.filter(({ ts }) => covers(timeline, ts))), ...byTs(frame.messages) },
    threads: { ...content.threads, [threadTs]: timeline },
    statuses: Object.fromEntries([...elsewhere, ...frame.statuses].map((status) => [statusKey(status), status])),
    threadInfo: { ...omitThread(content.threadInfo, threadTs), ...threadInfoByTs(frame.threads) },
  }
}

/** Drops the messages that no list shows before they are loaded again. */
export function forgetUnreachable(content: ChannelContent): ChannelContent {
  const { timeline, threads } = content
  const kept = Object.values(content.messages).filter((message) => {
    const { ts, thread_ts: root = ts, broadcast } = message
    const thread = threads[root]
    if (message.streaming_state === 'in_progress' || (thread && (ts === root || covers(thread, ts)))) return true
    return covers(timeline, root) || (broadcast === true && covers(timeline, ts))
  })
  return { ...content, messages: byTs(kept) }
}

/** Of a channel that is not shown this many listed messages and replies stay, once it has more than three times as many. */
const hiddenKept = 100

/**
 * What stays of a channel that is not shown: if it has many messages, the newest that every list has, and the newest replies
 * to them, which the list of a direct message with an app shows below their roots.
 */
export function newestPart(content: ChannelContent): ChannelContent {
  const { messages, timeline } = content
  const all = Object.values(messages)
  if (all.length <= hiddenKept * 3) return content
  const sorted = all.toSorted((a, b) => (a.ts < b.ts ? -1 : 1))
  const isListed = ({ ts, thread_ts: root = ts, broadcast }: ViewerMessage) => root === ts || broadcast
  const listed = sorted.filter((one) => isListed(one) && isNewest(timeline, one.ts)).slice(-hiddenKept)
  const part = newestOnly(listed.length < hiddenKept ? timeline.oldest : listed[0]?.ts)
  const replies = sorted.filter((one) => !isListed(one) && isNewest(part, one.thread_ts ?? '')).slice(-hiddenKept)
  return { ...content, timeline: part, threads: {}, messages: byTs([...listed, ...replies]) }
}

/**
 * Adds a message, or replaces the one with its ts. A stream that has ended never reopens. What is not loaded yet comes with
 * the first `channel` or `thread` frame.
 */
export function putMessage(content: ChannelContent, message: ViewerMessage): ChannelContent {
  if (!content.loaded && !content.threads[message.thread_ts ?? message.ts]) return content
  const before = content.messages[message.ts]
  if (before && message.streaming_state === 'in_progress' && before.streaming_state !== 'in_progress') return content
  const messages: Record<string, ViewerMessage> = { ...content.messages, [message.ts]: message }
  const root = message.thread_ts && message.thread_ts !== message.ts ? messages[message.thread_ts] : undefined
  if (root && !before) messages[root.ts] = countReply(root, message)
  return { ...content, messages, statuses: clearStatusOf(content, message, before) }
}

export function removeMessage(content: ChannelContent, ts: string): ChannelContent {
  const { [ts]: gone, ...left } = content.messages
  if (!gone) return content
  const messages: Record<string, ViewerMessage> = left
  const root = gone.thread_ts && gone.thread_ts !== ts ? messages[gone.thread_ts] : undefined
  if (root?.replies) {
    const { replies, ...bare } = root
    messages[root.ts] = replies.count > 1 ? { ...bare, replies: { ...replies, count: replies.count - 1 } } : bare
  }
  return { ...content, messages }
}

export function setReactions(content: ChannelContent, { ts, reactions }: Frame<'reactions'>): ChannelContent {
  const { reactions: _before, ...message } = content.messages[ts] ?? {}
  if (!('ts' in message)) return content
  const changed = reactions.length > 0 ? { ...message, reactions } : message
  return { ...content, messages: { ...content.messages, [ts]: changed } }
}

export function setPin(content: ChannelContent, { ts, pinned, pins }: Frame<'pin'>): ChannelContent {
  const { pinned: _before, ...message } = content.messages[ts] ?? {}
  if (!('ts' in message)) return { ...content, pins }
  const changed = pinned ? { ...message, pinned } : message
  return { ...content, pins, messages: { ...content.messages, [ts]: changed } }
}

/** A frame may arrive twice. What was dismissed stays dismissed. */
export function addEphemeral(content: ChannelContent, message: ViewerMessage): ChannelContent {
  if (content.ephemerals[message.ts] === null) return content
  return { ...content, ephemerals: { ...content.ephemerals, [message.ts]: message } }
}

export function setStatus(content: ChannelContent, frame: Frame<'status'>): ChannelContent {
  const { [statusKey(frame)]: _before, ...others } = content.statuses
  return { ...content, statuses: frame.status ? { ...others, [statusKey(frame)]: frame.status } : others }
}

export function setThreadInfo(content: ChannelContent, frame: Frame<'thread_changed'>): ChannelContent {
  const others = omitThread(content.threadInfo, frame.thread_ts)
  return { ...content, threadInfo: frame.thread ? { ...others, [frame.thread_ts]: frame.thread } : others }
}

/** Counts a reply, unless the root arrived with it already counted: then the `latest` of the root is not older. */
function countReply(root: ViewerMessage, reply: ViewerMessage): ViewerMessage {
  const known = root.replies
  if (known && known.latest >= reply.ts) return root
  const users = known?.users ?? []
  return {
    ...root,
    replies: {
      count: (known?.count ?? 0) + 1,
      users: users.includes(reply.user) ? users : [...users, reply.user],
      latest: reply.ts,
    },
  }
}

// A message of the app ends its status. The frame that says so comes later, and nobody should see both.
function clearStatusOf(content: ChannelContent, message: ViewerMessage, before: ViewerMessage | undefined) {
  const threadTs = message.thread_ts ?? message.ts
  if (before || !message.app_id) return content.statuses
  const key = statusKey({ thread_ts: threadTs, app_id: message.app_id })
  if (!content.statuses[key]) return content.statuses
  const { [key]: _gone, ...others } = content.statuses
  return others
}

export function threadInfoByTs(threads: readonly ViewerThread[]): ChannelContent['threadInfo'] {
  return Object.fromEntries(threads.map((thread) => [thread.thread_ts, thread]))
}

function omitThread(threadInfo: ChannelContent['threadInfo'], threadTs: string): ChannelContent['threadInfo'] {
  const { [threadTs]: _gone, ...others } = threadInfo
  return others
}

export function byTs(messages: readonly ViewerMessage[]): Record<string, ViewerMessage> {
  return Object.fromEntries(messages.map((message) => [message.ts, message]))
}
