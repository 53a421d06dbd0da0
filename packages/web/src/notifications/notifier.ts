import type { ServerFrame, ViewerMessage } from 'rivulet/feedProtocol'
import { notifyRuleOf } from '#activity/notifyRule.ts'
import { isMentioned } from '#store/workspace/unread.ts'
import { threadKey, type Workspace } from '#store/workspace/workspace.ts'

/** A message that a person may want to hear of. */
export type News = {
  channel: string
  message: ViewerMessage
  /** [LAT-6] The person wanted to be reminded of it. */
  reminds?: true
}

/**
 * [NTF-6] Finds what to notify of. A message is worth it by the rule of its channel, a reply also if the person follows its
 * thread; a stream when it has ended. After a moment it must still be unread: then nobody has read it in another tab, in
 * another browser, or here.
 */
export function createNotifier(tools: {
  getState: () => Workspace
  /** Whether the person wants to be notified now. What comes while they do not is not told later. */
  isWanted: () => boolean
  /** Calls back a moment later. */
  later: (callback: () => void) => void
  show: (news: News) => void
}) {
  /** Streams that have begun since the page was loaded, and have not ended. */
  const growing = new Set<string>()

  /** What may be shown in a moment. */
  const waiting = new Set<string>()

  function receive(frame: ServerFrame, before: Workspace): void {
    const gone = findDeleted(frame)
    if (gone) waiting.delete(threadKey(gone.channel, gone.ts))
    if (frame.type !== 'message') return
    const { channel, message } = frame
    const key = threadKey(channel, message.ts)
    const isNew = message.ts > (before.channels[channel]?.latest ?? '')
    if (message.streaming_state === 'in_progress') {
      if (isNew) growing.add(key)
      return
    }
    const hasEnded = growing.delete(key)
    if ((!isNew && !hasEnded) || !tools.isWanted()) return
    const news = { channel, message }
    if (!mayConcern(news, tools.getState())) return
    waiting.add(key)
    tools.later(() => waiting.delete(key) && isStillNews(news, tools.getState()) && tools.show(news))
  }

  return receive
}

/** [NTF-6] The message that a frame says is deleted, also if replies keep its place. */
export function findDeleted(frame: ServerFrame): { channel: string; ts: string } | undefined {
  if (frame.type === 'deleted') return frame
  return frame.type === 'message' && frame.message.deleted
    ? { channel: frame.channel, ts: frame.message.ts }
    : undefined
}

function mayConcern({ channel: id, message }: News, state: Workspace): boolean {
  const { user, notice, deleted, begins } = message
  return state.channels[id]?.member === true && user !== state.you && !notice && !deleted && !begins
}

function isStillNews({ channel: id, message }: News, state: Workspace): boolean {
  const channel = state.channels[id]
  if (!channel?.member || channel.muted) return false
  const rule = notifyRuleOf(channel, state.preferences)
  if (rule === 'nothing') return false
  const { ts, thread_ts: thread, broadcast } = message
  const isUnread = ts > (channel.last_read ?? '')
  if (isMentioned(message, state)) return isUnread
  const isInThread = thread !== undefined && !broadcast && channel.kind !== 'im'
  if (isInThread) return (state.activity.threads[threadKey(id, thread)]?.latest ?? '') >= ts
  return rule === 'all' && isUnread
}
