import type { ServerFrame, ViewerMessage, ViewerThread } from 'rivulet/feedProtocol'
import { statusKey, type Conversation } from './workspace.ts'

type Frame<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>

/** The newest window takes the place of what was known of it; older pages stay while they join up. */
export function withChannel(known: Conversation, frame: Frame<'channel'>): Conversation {
  const fresh = byTs(frame.messages)
  const first = frame.messages[0]?.ts
  const all = Object.values(known.messages)
  const joined = !known.stale && first !== undefined && all.some((message) => message.ts >= first)
  const kept = all.filter((message) => {
    if (known.stale || fresh[message.ts]) return false
    const reply = message.thread_ts && message.thread_ts !== message.ts
    if (reply && known.threads[message.thread_ts ?? '']) return true
    return (!reply || message.broadcast) && joined && message.ts < first
  })
  const older = joined && (known.from === undefined ? known.loaded : known.from < first)
  return {
    loaded: true,
    stale: false,
    hasMore: older ? known.hasMore : frame.has_more,
    from: older ? known.from : frame.has_more ? first : undefined,
    messages: { ...byTs(kept), ...fresh },
    threads: known.stale ? {} : known.threads,
    statuses: Object.fromEntries(frame.statuses.map((status) => [statusKey(status), status])),
    about: { ...aboutOf(kept.flatMap((message) => known.about[message.ts] ?? [])), ...aboutOf(frame.threads) },
    ephemerals: known.ephemerals,
  }
}

export function withThread(known: Conversation, frame: Frame<'thread'>): Conversation {
  const others = Object.values(known.messages).filter(
    (message) => message.ts !== frame.thread_ts && message.thread_ts !== frame.thread_ts,
  )
  const elsewhere = Object.values(known.statuses).filter((status) => status.thread_ts !== frame.thread_ts)
  return {
    ...known,
    messages: { ...byTs(others), ...byTs(frame.messages) },
    threads: { ...known.threads, [frame.thread_ts]: true },
    statuses: Object.fromEntries([...elsewhere, ...frame.statuses].map((status) => [statusKey(status), status])),
    about: { ...without(known.about, frame.thread_ts), ...aboutOf(frame.threads) },
  }
}

/** A message in place of the one with its ts. A stream that has ended never opens again. */
export function withMessage(known: Conversation, message: ViewerMessage): Conversation {
  const before = known.messages[message.ts]
  if (before && message.streaming_state === 'in_progress' && before.streaming_state !== 'in_progress') return known
  const messages: Record<string, ViewerMessage> = { ...known.messages, [message.ts]: message }
  const root = message.thread_ts && message.thread_ts !== message.ts ? messages[message.thread_ts] : undefined
  if (root && !before) messages[root.ts] = withReply(root, message)
  return { ...known, messages, statuses: withoutStatusOf(known, message, before) }
}

export function withoutMessage(known: Conversation, ts: string): Conversation {
  const { [ts]: gone, ...left } = known.messages
  if (!gone) return known
  const messages: Record<string, ViewerMessage> = left
  const root = gone.thread_ts && gone.thread_ts !== ts ? messages[gone.thread_ts] : undefined
  if (root?.replies) {
    const { replies, ...bare } = root
    messages[root.ts] = replies.count > 1 ? { ...bare, replies: { ...replies, count: replies.count - 1 } } : bare
  }
  return { ...known, messages }
}

export function withReactions(known: Conversation, { ts, reactions }: Frame<'reactions'>): Conversation {
  const { reactions: _before, ...message } = known.messages[ts] ?? {}
  if (!('ts' in message)) return known
  const changed = reactions.length > 0 ? { ...message, reactions } : message
  return { ...known, messages: { ...known.messages, [ts]: changed } }
}

/** A frame may come twice; what was dismissed stays so. */
export function withEphemeral(known: Conversation, message: ViewerMessage): Conversation {
  if (known.ephemerals[message.ts] === null) return known
  return { ...known, ephemerals: { ...known.ephemerals, [message.ts]: message } }
}

export function withStatus(known: Conversation, frame: Frame<'status'>): Conversation {
  const { [statusKey(frame)]: _before, ...others } = known.statuses
  return { ...known, statuses: frame.status ? { ...others, [statusKey(frame)]: frame.status } : others }
}

export function withAbout(known: Conversation, frame: Frame<'thread_changed'>): Conversation {
  const others = without(known.about, frame.thread_ts)
  return { ...known, about: frame.thread ? { ...others, [frame.thread_ts]: frame.thread } : others }
}

/** The root may come with the reply already counted: `latest` tells. */
function withReply(root: ViewerMessage, reply: ViewerMessage): ViewerMessage {
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

// A message of the app takes its status away; the word of the log follows, but nobody should see both.
function withoutStatusOf(known: Conversation, message: ViewerMessage, before: ViewerMessage | undefined) {
  const threadTs = message.thread_ts ?? message.ts
  if (before || !message.app_id) return known.statuses
  const key = statusKey({ thread_ts: threadTs, app_id: message.app_id })
  if (!known.statuses[key]) return known.statuses
  const { [key]: _gone, ...others } = known.statuses
  return others
}

export function aboutOf(threads: readonly ViewerThread[]): Conversation['about'] {
  return Object.fromEntries(threads.map((thread) => [thread.thread_ts, thread]))
}

function without(about: Conversation['about'], threadTs: string): Conversation['about'] {
  const { [threadTs]: _gone, ...others } = about
  return others
}

export function byTs(messages: readonly ViewerMessage[]): Record<string, ViewerMessage> {
  return Object.fromEntries(messages.map((message) => [message.ts, message]))
}
