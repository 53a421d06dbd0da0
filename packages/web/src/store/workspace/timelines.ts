import type { Place } from 'rivulet/feedProtocol'
import { isDirectWithApp } from '#names/channelTitle.ts'
import { updateContent } from './applyFrame.ts'
import { forgetUnreachable } from './applyToContent.ts'
import { covers, placeOlder, type Timeline } from './timeline.ts'
import { contentOf, type ChannelContent, type Workspace } from './workspace.ts'

/** Names a timeline: that of a channel or, with `thread`, that of a thread. */
export type TimelineKey = { channel: string; thread?: string | undefined }

/** The timeline of a channel or thread; undefined until it is loaded. */
export function timelineOf(state: Workspace, { channel, thread }: TimelineKey): Timeline | undefined {
  const content = contentOf(state, channel)
  if (thread !== undefined) return content.threads[thread]
  return content.loaded ? content.timeline : undefined
}

/** Changes a timeline that is loaded, and drops the messages that belong to none any more. */
export function changeTimeline(
  state: Workspace,
  key: TimelineKey,
  change: (timeline: Timeline) => Timeline,
): Workspace {
  const before = timelineOf(state, key)
  const timeline = before && change(before)
  if (!timeline || timeline === before) return state
  const { channel, thread } = key
  const put = (content: ChannelContent) =>
    thread === undefined
      ? { ...content, timeline }
      : { ...content, threads: { ...content.threads, [thread]: timeline } }
  return updateContent(state, channel, (content) => forgetUnreachable(put(content)))
}

/** What the address names. */
export type ShownRoute = {
  channel?: string
  thread?: string
  message?: string
  date?: string
  beside?: string
  besideThread?: string
}

/** The message or date that the address names, and its timeline. A direct message with an app shows its threads in place. */
export function findNamedMessage(
  state: Workspace,
  { channel: id, thread, message, date }: ShownRoute,
): { key: TimelineKey; ts: string } | undefined {
  const channel = id === undefined ? undefined : state.channels[id]
  if (!channel) return undefined
  const inPlace = isDirectWithApp(channel, state)
  const ts = date === undefined ? (inPlace ? (thread ?? message) : message) : tsOfDate(date)
  return ts === undefined ? undefined : { key: { channel: channel.id, thread: inPlace ? undefined : thread }, ts }
}

/** The ts at which a date, `2026-11-23`, begins where the person is; the first or the last ts if none can say it. */
export function tsOfDate(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const seconds = Math.min(Math.max(0, new Date(year, month - 1, day).getTime() / 1000), 9_999_999_999)
  return `${String(seconds).padStart(10, '0')}.000000`
}

/**
 * What is to be fetched next so that the page can show the message that the address names. Undefined if it is known
 * whether that message exists, or if nothing of its timeline is loaded yet.
 */
export function findMissingPage(state: Workspace, route: ShownRoute): { key: TimelineKey; place: Place } | undefined {
  const named = findNamedMessage(state, route)
  const timeline = named && timelineOf(state, named.key)
  if (!timeline) return undefined
  const { key, ts } = named
  if (!covers(timeline, ts)) return { key, place: { around: ts } }
  const { thread, message } = route
  if (key.thread !== undefined || thread === undefined || message === undefined) return undefined
  // It is a reply in a direct message with an app.
  const replies = timelineOf(state, { channel: key.channel, thread })
  if (contentOf(state, key.channel).messages[message] || (replies && covers(replies, message))) return undefined
  const before = replies && placeOlder(replies)
  return { key: { channel: key.channel, thread }, place: before === undefined ? {} : { before } }
}
