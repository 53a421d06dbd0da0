import type { ViewerMessage } from 'rivulet/feedProtocol'
import type { Line } from '#threads/agents.ts'

export type Row =
  | { kind: 'day'; key: string; at: Date }
  | { kind: 'new'; key: string }
  | { kind: 'message'; key: string; message: ViewerMessage; grouped: boolean }
  /** What became of the channel, several things in a row as one. */
  | { kind: 'notices'; key: string; messages: ViewerMessage[] }
  | { kind: 'status'; key: string; status: Line }
  /** So many replies of the root above were not sent. */
  | { kind: 'earlier'; key: string; threadTs: string; count: number }

const together = 5 * 60

/** Oldest first. */
export function inTime(messages: readonly ViewerMessage[]): ViewerMessage[] {
  return messages.toSorted(byTime)
}

/** A thread: its root, then the replies. */
export function threadOf(messages: readonly ViewerMessage[], threadTs: string): ViewerMessage[] {
  return messages.filter((message) => rootTs(message) === threadTs).sort(byTime)
}

/** All of a direct message as one conversation: each root with its replies under it. */
export function flowOf(messages: readonly ViewerMessage[]): ViewerMessage[] {
  return messages.toSorted((a, b) => compare(rootTs(a), rootTs(b)) || byTime(a, b))
}

type Options = {
  statuses?: readonly Line[]
  /** The "New" line stands before the first message after `readUpTo` that is not by `you`, and not after `knownUpTo`. */
  unread?: { readUpTo: string; knownUpTo: string } | undefined
  you?: string
  /** False in a thread, where days are told by each time. */
  days?: boolean
  /** Replies stand under their roots, and belong to the roots' days. */
  inPlace?: boolean
}

/** What stands in the list, from top to bottom. */
export function rowsOf(messages: readonly ViewerMessage[], options: Options = {}): Row[] {
  const { statuses = [], unread, you, days = true, inPlace = false } = options
  const rows: Row[] = []
  const replies = inPlace ? repliesAmong(messages) : new Map<string, number>()
  let before: ViewerMessage | undefined
  let newShown = unread === undefined
  let shownDay: string | undefined
  for (const [i, message] of messages.entries()) {
    const day = dayOf(inPlace ? rootTs(message) : message.ts)
    const newDay = days && shownDay !== day.key
    shownDay = day.key
    if (newDay) rows.push({ kind: 'day', key: `day ${day.key}`, at: day.at })
    if (message.notice) {
      addNotice(rows, message)
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
    const grouped = !newDay && !isNew && before !== undefined && goesWith(before, message)
    rows.push({ kind: 'message', key: message.client_msg_id ?? message.ts, message, grouped })
    before = message
    const missing = inPlace ? missingReplies(message, replies) : 0
    if (missing > 0) rows.push({ kind: 'earlier', key: `earlier ${message.ts}`, threadTs: message.ts, count: missing })
    const next = messages[i + 1]
    if (next && rootTs(next) === rootTs(message)) continue
    const here = statuses.filter((status) => status.thread_ts === rootTs(message))
    for (const status of here) rows.push({ kind: 'status', key: `status ${status.thread_ts} ${status.app_id}`, status })
    if (here.length > 0) before = undefined
  }
  return rows
}

/** How many replies there are among these messages, by their root. */
export function repliesAmong(messages: readonly ViewerMessage[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const message of messages)
    if (!isRoot(message) && !message.ephemeral) counts.set(rootTs(message), (counts.get(rootTs(message)) ?? 0) + 1)
  return counts
}

/** How many replies of a root are not here: the oldest of them. */
export function missingReplies({ ts, replies }: ViewerMessage, here: ReadonlyMap<string, number>): number {
  return Math.max((replies?.count ?? 0) - (here.get(ts) ?? 0), 0)
}

/** In one line with those before it, unless somebody has answered or reacted to one. */
function addNotice(rows: Row[], message: ViewerMessage): void {
  const last = rows.at(-1)
  const joins = last?.kind === 'notices' && ![...last.messages, message].some((one) => one.replies || one.reactions)
  if (joins) last.messages.push(message)
  else rows.push({ kind: 'notices', key: message.ts, messages: [message] })
}

export function rootTs(message: ViewerMessage): string {
  return message.thread_ts ?? message.ts
}

export function isRoot(message: ViewerMessage): boolean {
  return rootTs(message) === message.ts
}

export function secondsOf(ts: string): number {
  return Number.parseInt(ts, 10)
}

function goesWith(before: ViewerMessage, message: ViewerMessage): boolean {
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
    secondsOf(message.ts) - secondsOf(before.ts) <= together
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
