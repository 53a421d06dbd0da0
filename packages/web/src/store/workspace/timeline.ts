import type { Continuation, Place } from 'rivulet/feedProtocol'

/** What is loaded of the messages of a channel, or of the replies of a thread. */
export type Timeline = {
  /** Everything from this ts on, and what comes live; undefined: everything from the first message on. */
  oldest: string | undefined
  /** [WEB-8] Everything in a part further back. While there is one, it is shown in place of the newest. */
  window?: Window
}
/** Both ends belong to it. `oldest` is undefined if it begins with the first message. */
type Window = { oldest: string | undefined; newest: string }

/** A timeline with nothing but its newest messages: those of a snapshot. */
export function newestOnly(oldest: string | undefined): Timeline {
  return { oldest }
}

/** Whether a message of this ts is loaded, or does not exist. */
export function covers(timeline: Timeline, ts: string): boolean {
  return isNewest(timeline, ts) || isInWindow(timeline, ts)
}

/** Whether a loaded message of this ts is shown. */
export function isShown(timeline: Timeline, ts: string): boolean {
  return timeline.window ? isInWindow(timeline, ts) : isNewest(timeline, ts)
}

/** Whether everything from this ts on is loaded. */
export function isNewest({ oldest }: Timeline, ts: string): boolean {
  return oldest === undefined || ts >= oldest
}

function isInWindow({ window }: Timeline, ts: string): boolean {
  return window !== undefined && (window.oldest === undefined || ts >= window.oldest) && ts <= window.newest
}

/** From where the shown part can be extended; undefined where it ends. */
export function placeOlder({ oldest, window }: Timeline): string | undefined {
  return window ? window.oldest : oldest
}
export function placeNewer({ window }: Timeline): string | undefined {
  return window?.newest
}

/** Shows the newest messages again. */
export function withoutWindow(timeline: Timeline): Timeline {
  return timeline.window ? { oldest: timeline.oldest } : timeline
}

/** The timeline after a newer snapshot, which begins with `oldest`. What is older stays if the snapshot is joined to it. */
export function withNewest(timeline: Timeline, oldest: string | undefined, isJoined: boolean): Timeline {
  const goesFurther = isJoined && oldest !== undefined && isNewest(timeline, oldest)
  const newest = { oldest: goesFurther ? timeline.oldest : oldest }
  return timeline.window ? joined({ ...newest, window: timeline.window }) : newest
}

/** The timeline with a page of messages. The same timeline if it has moved away from what was asked for. */
export function withPage(timeline: Timeline, { before, after, around, older, newer }: Place & Continuation): Timeline {
  const { oldest, window } = timeline
  if (around !== undefined) return joined({ oldest, window: { oldest: older, newest: newer ?? end } })
  if (after !== undefined)
    return window?.newest === after ? joined({ oldest, window: { ...window, newest: newer ?? end } }) : timeline
  if (before === undefined) return timeline
  if (window) return window.oldest === before ? { oldest, window: { ...window, oldest: older } } : timeline
  return oldest === before ? { oldest: older } : timeline
}

/** Later than any ts. */
const end = ':'

/** A window that reaches the newest messages becomes part of them. */
function joined({ oldest, window }: { oldest: string | undefined; window: Window }): Timeline {
  if (oldest !== undefined && window.newest < oldest) return { oldest, window }
  const first = oldest === undefined || window.oldest === undefined ? undefined : min(oldest, window.oldest)
  return { oldest: first }
}

function min(a: string, b: string): string {
  return a < b ? a : b
}

/** A page forgets what is far away when it shows more than this many messages. Then it keeps half of them. */
const mostShown = 1200
/** How many of the newest messages stay when others are read. */
const newestKept = 50

/**
 * The timeline without what is far from what is read: the message `reading`, or the newest messages. `shown`: the ts of
 * the shown messages, oldest first. The same timeline if they are few.
 */
export function trimmed(timeline: Timeline, shown: readonly string[], reading: string | undefined): Timeline {
  if (shown.length <= mostShown) return timeline
  const at = reading === undefined ? shown.length : shown.findIndex((ts) => ts >= reading)
  const from = Math.max(0, at - mostShown / 4)
  const to = at + mostShown / 4
  const oldest = from === 0 ? placeOlder(timeline) : shown[from]
  const newest = shown[to]
  if (timeline.window) return { ...timeline, window: { oldest, newest: newest ?? timeline.window.newest } }
  const kept = shown.at(-newestKept)
  return newest === undefined || !kept || newest >= kept ? { oldest } : { oldest: kept, window: { oldest, newest } }
}
