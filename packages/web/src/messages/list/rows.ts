import type { ViewerMessage } from 'rivulet/feedProtocol'
import type { OutboxMessage } from '#store/pending/outbox.ts'
import { isRoot, rootTsOf, secondsOf } from '#messages/message/messageTs.ts'
import type { ThreadStatus } from '#threads/threadStatuses.ts'

export type Row =
  | { kind: 'day'; key: string; at: Date }
  | { kind: 'new'; key: string }
  | { kind: 'message'; key: string; message: ViewerMessage; grouped: boolean }
  /** System messages that follow one another share a row. */
  | { kind: 'system'; key: string; messages: ViewerMessage[] }
  | { kind: 'status'; key: string; status: ThreadStatus }
  /** This many replies of the root above are not loaded. */
  | { kind: 'earlier'; key: string; threadTs: string; count: number }
  /** A conversation with an app begins. */
  | { kind: 'conversation'; key: string; threadTs: string }
  /** Where a person can go on with a conversation that is not the last one; `chosen` if they do. */
  | { kind: 'reply'; key: string; threadTs: string; chosen: boolean }
  /** A message in the outbox, at the end of its thread. */
  | { kind: 'outgoing'; key: string; message: OutboxMessage; grouped: boolean }

const groupWithinSeconds = 5 * 60

/** Sorts messages, the oldest first. */
export function sortByTime(messages: readonly ViewerMessage[]): ViewerMessage[] {
  return messages.toSorted(byTime)
}

/** Sorts messages so that each root is followed by its replies. */
export function sortByThread(messages: readonly ViewerMessage[]): ViewerMessage[] {
  return messages.toSorted((a, b) => compare(rootTsOf(a), rootTsOf(b)) || byTime(a, b))
}

type Options = {
  statuses?: readonly ThreadStatus[]
  /** Puts the "New" divider above the first message of somebody else after `readUpTo` and up to `knownUpTo`. */
  unread?: { readUpTo: string; knownUpTo: string } | undefined
  you?: string
  /** False in a thread, which has no day dividers. */
  dayDividers?: boolean
  /** Whether replies are below their roots. A reply then belongs to the day of its root. */
  inlineReplies?: boolean
  /** With `inlineReplies`: whether each thread is a conversation of its own, with a divider above. */
  conversations?: boolean
  /** With `inlineReplies`: where one can reply, apart from `target`, the thread that the composer replies to. */
  replies?: { target: string | undefined; chosen: boolean } | undefined
  /** With `inlineReplies`: the messages that are being sent to threads. */
  outgoing?: readonly OutboxMessage[]
}

/** Returns the rows of a message list from top to bottom. */
export function toRows(messages: readonly ViewerMessage[], options: Options = {}): Row[] {
  const { statuses = [], unread, you, dayDividers = true, inlineReplies = false, conversations = false } = options
  const rows: Row[] = []
  const replies = inlineReplies ? countReplies(messages) : new Map<string, number>()
  let before: ViewerMessage | undefined
  let newShown = unread === undefined
  let shownDay: string | undefined
  for (const [i, message] of messages.entries()) {
    const day = dayOf(inlineReplies ? rootTsOf(message) : message.ts)
    const newDay = dayDividers && shownDay !== day.key
    shownDay = day.key
    if (newDay) rows.push({ kind: 'day', key: `day ${day.key}`, at: day.at })
    if (conversations && isRoot(message) && !message.begins && !message.notice && !message.ephemeral) {
      rows.push({ kind: 'conversation', key: `conversation ${message.ts}`, threadTs: message.ts })
      before = undefined
    }
    if (message.notice) {
      addSystemMessage(rows, message)
      before = undefined
      continue
    }
    const isNew =
      !newShown &&
      unread &&
      message.ts > unread.readUpTo &&
      message.ts <= unread.knownUpTo &&
      message.user !== you &&
      !message.ephemeral
    if (isNew) {
      newShown = true
      rows.push({ kind: 'new', key: 'new' })
    }
    const grouped = !newDay && !isNew && before !== undefined && isGroupedWith(before, message)
    rows.push({ kind: 'message', key: message.client_msg_id ?? message.ts, message, grouped })
    before = message
    const missing = inlineReplies ? countMissingReplies(message, replies) : 0
    if (missing > 0) rows.push({ kind: 'earlier', key: `earlier ${message.ts}`, threadTs: message.ts, count: missing })
    const next = messages[i + 1]
    if (next && rootTsOf(next) === rootTsOf(message)) continue
    const here = statuses.filter((status) => status.thread_ts === rootTsOf(message))
    for (const status of here) rows.push({ kind: 'status', key: `status ${status.thread_ts} ${status.app_id}`, status })
    if (here.length > 0) before = undefined
    if (inlineReplies && addThreadEnd(rows, message, options)) before = undefined
  }
  return rows
}

/** Adds what follows the last message of a thread. Returns false if nothing does. */
function addThreadEnd(rows: Row[], last: ViewerMessage, options: Options): boolean {
  const { conversations = false, replies, outgoing = [], you } = options
  const threadTs = rootTsOf(last)
  const sending = outgoing.filter((message) => message.threadTs === threadTs)
  for (const [i, message] of sending.entries())
    rows.push({ kind: 'outgoing', key: message.id, message, grouped: i > 0 || (last.user === you && !isRoot(last)) })
  const isChosen = replies?.chosen === true && replies.target === threadTs
  const isPlace = replies && (isChosen || replies.target !== threadTs) && (conversations || !isRoot(last) || isChosen)
  const isNoThread = last.ephemeral && isRoot(last)
  if (isPlace && !isNoThread && !last.deleted && !last.notice)
    rows.push({ kind: 'reply', key: `reply ${threadTs}`, threadTs, chosen: isChosen })
  return sending.length > 0 || isPlace === true || !isRoot(last)
}

/** Counts the replies among these messages, by their root. */
export function countReplies(messages: readonly ViewerMessage[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const message of messages)
    if (!isRoot(message) && !message.ephemeral) counts.set(rootTsOf(message), (counts.get(rootTsOf(message)) ?? 0) + 1)
  return counts
}

/** How many replies of a root are not loaded. Those are its oldest ones. */
export function countMissingReplies({ ts, replies }: ViewerMessage, loaded: ReadonlyMap<string, number>): number {
  return Math.max((replies?.count ?? 0) - (loaded.get(ts) ?? 0), 0)
}

/** Joins the row of the system messages before it, unless one of them has replies or reactions. */
function addSystemMessage(rows: Row[], message: ViewerMessage): void {
  const last = rows.at(-1)
  const joins =
    last?.kind === 'system' && ![...last.messages, message].some(({ replies, reactions }) => replies || reactions)
  if (joins) last.messages.push(message)
  else rows.push({ kind: 'system', key: message.ts, messages: [message] })
}

function isGroupedWith(before: ViewerMessage, message: ViewerMessage): boolean {
  return (
    before.user === message.user &&
    !before.ephemeral &&
    !message.ephemeral &&
    !before.deleted &&
    !before.begins &&
    !before.broadcast &&
    !message.broadcast &&
    before.username === message.username &&
    before.icon_emoji === message.icon_emoji &&
    before.icon_url === message.icon_url &&
    !before.replies &&
    secondsOf(message.ts) - secondsOf(before.ts) <= groupWithinSeconds
  )
}

function dayOf(ts: string): { key: string; at: Date } {
  const at = new Date(secondsOf(ts) * 1000)
  return { key: `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`, at }
}

function byTime(a: ViewerMessage, b: ViewerMessage): number {
  return compare(a.ts, b.ts)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
