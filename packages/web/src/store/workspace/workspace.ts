import type {
  ServerFrame,
  DraftEntry,
  SavedEntry,
  UnreadThread,
  ViewerBookmark,
  ViewerChannel,
  ViewerCommand,
  ViewerMessage,
  ViewerPreferences,
  ViewerScheduled,
  ViewerShortcut,
  ViewerStatus,
  ViewerSidebar,
  ViewerThread,
  ViewerUser,
  ViewerUsergroup,
  ViewerView,
} from 'rivulet/feedProtocol'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { isShown, newestOnly, placeOlder, withoutWindow, type Timeline } from './timeline.ts'

export type Welcome = Extract<ServerFrame, { type: 'welcome' }>

/** What the page knows of one channel's messages. */
export type ChannelContent = {
  /** False until the first `channel` frame. */
  loaded: boolean
  /** True after a new `welcome`: the old content is shown until the next `channel` frame replaces it. */
  stale: boolean
  /** Which of its messages are loaded. In a direct message with an app the roots' ts count, also for replies. */
  timeline: Timeline
  /** Roots and replies, by ts. */
  messages: Readonly<Record<string, ViewerMessage>>
  /** Which replies are loaded of the threads that were fetched, by the root's ts. */
  threads: Readonly<Record<string, Timeline>>
  /** Live statuses, by thread and app. */
  statuses: Readonly<Record<string, ViewerStatus>>
  /** Titles, suggestions and agent sessions, by the root's ts. The key `''` stands for the direct message itself. */
  threadInfo: Readonly<Record<string, ViewerThread>>
  /** Ephemeral messages by ts; null for one that was dismissed. No snapshot contains them. */
  ephemerals: Readonly<Record<string, ViewerMessage | null>>
  /** How many messages are pinned. */
  pins: number
  bookmarks: readonly ViewerBookmark[]
}

export type Workspace = {
  ready: boolean
  seq: number
  epoch: string | undefined
  /** The server's clock minus this browser's, in milliseconds. */
  clockAhead: number
  you: string
  team: { id: string; name: string; domain: string }
  limits: Welcome['limits']
  users: Readonly<Record<string, ViewerUser>>
  usergroups: Readonly<Record<string, ViewerUsergroup>>
  /** Until when users are active whose presence the page shows, in the server's time. */
  activeUntil: Readonly<Record<string, number>>
  emoji: Readonly<Record<string, string>>
  /** The channels that the person is in, and others that the page came across. */
  channels: Readonly<Record<string, ViewerChannel>>
  /** The ids that the page has asked for, and that name no channel the person can see. */
  unseen: Readonly<Record<string, true>>
  contents: Readonly<Record<string, ChannelContent>>
  commands: readonly ViewerCommand[]
  shortcuts: readonly ViewerShortcut[]
  /** What the person has scheduled, the next first. */
  scheduled: readonly ViewerScheduled[]
  /** [SDB-1] How the person has arranged the sidebar, if they have. */
  sidebar: ViewerSidebar | undefined
  /** [DRF-1] Where the person has typed something that is not sent, by `draftKey`. */
  drafts: Readonly<Record<string, DraftEntry>>
  /** [LAT-2] What the person keeps for later and is not done with, by `threadKey` of the message. */
  saved: Readonly<Record<string, SavedEntry>>
  /**
   * How many reactions to their messages the person has not seen, the threads that have news for them, by `threadKey`, and
   * until when they do not want to be disturbed, in the server's time.
   */
  activity: { reactions: number; threads: Readonly<Record<string, UnreadThread>>; quietUntil: number }
  preferences: ViewerPreferences
  /** [REA-5] The channels, and threads by `threadKey`, that stay unread although the page shows them. */
  keptUnread: Readonly<Record<string, true>>
  /** The Home tabs that were opened, by app; null for one that the app left empty. */
  homes: Readonly<Record<string, ViewerView | null>>
  /** The open view stacks, the newest last. */
  modals: readonly ViewStack[]
}

/** Modals stacked on each other; the last one is on top. */
export type ViewStack = { id: string; views: readonly ViewerView[] }

export const emptyContent: ChannelContent = {
  loaded: false,
  stale: false,
  timeline: newestOnly(undefined),
  messages: {},
  threads: {},
  statuses: {},
  threadInfo: {},
  ephemerals: {},
  pins: 0,
  bookmarks: [],
}

export const emptyWorkspace: Workspace = {
  ready: false,
  seq: 0,
  epoch: undefined,
  clockAhead: 0,
  you: '',
  team: { id: '', name: '', domain: '' },
  limits: { text: Infinity, frame: Infinity },
  users: {},
  usergroups: {},
  activeUntil: {},
  emoji: {},
  channels: {},
  unseen: {},
  contents: {},
  commands: [],
  shortcuts: [],
  scheduled: [],
  sidebar: undefined,
  drafts: {},
  saved: {},
  activity: { reactions: 0, threads: {}, quietUntil: 0 },
  preferences: {},
  keptUnread: {},
  homes: {},
  modals: [],
}

export function createWorkspace(): StoreApi<Workspace> {
  return createStore(() => emptyWorkspace)
}

/** The workspace of this page. */
export const workspace = createWorkspace()

export function useWorkspace<T>(select: (state: Workspace) => T): T {
  return useStore(workspace, select)
}

export function contentOf(state: Workspace, channel: string): ChannelContent {
  return state.contents[channel] ?? emptyContent
}

/**
 * The messages that a channel shows: roots and broadcasts, or with `replies` everything. A fetched thread may have brought
 * older messages; they appear once everything after them is loaded.
 */
export function visibleMessages(content: ChannelContent, { replies }: { replies: boolean }): ViewerMessage[] {
  const { timeline } = content
  return allMessages(content).filter(({ ts, thread_ts: root = ts, broadcast }) => {
    if (replies) return isShown(timeline, root)
    return (root === ts || broadcast) && isShown(timeline, ts)
  })
}

/** The messages that a thread shows. Its root is the first of them, and is shown once all after it are loaded. */
export function visibleReplies(content: ChannelContent, threadTs: string): ViewerMessage[] {
  const timeline = content.threads[threadTs] ?? newestOnly(undefined)
  return allMessages(content).filter(({ ts, thread_ts: root = ts }) => {
    return root === threadTs && (ts === root ? placeOlder(timeline) === undefined : isShown(timeline, ts))
  })
}

/** The content with the newest messages shown, in place of a part further back. */
export function withoutWindows(content: ChannelContent, threadTs?: string): ChannelContent {
  const thread = threadTs === undefined ? undefined : content.threads[threadTs]
  const threads = thread ? { ...content.threads, [threadTs ?? '']: withoutWindow(thread) } : content.threads
  return { ...content, timeline: withoutWindow(content.timeline), threads }
}

/** All messages of a channel and its threads that are loaded, ephemeral ones too. */
export function allMessages({ messages, ephemerals }: ChannelContent): ViewerMessage[] {
  return [...Object.values(messages), ...Object.values(ephemerals).filter((message) => message !== null)]
}

export function threadKey(channel: string, threadTs: string): string {
  return `${channel}/${threadTs}`
}

export function draftKey(channel: string, threadTs: string | undefined): string {
  return threadTs ? `${channel}.${threadTs}` : channel
}

export function statusKey(status: { thread_ts: string; app_id: string }): string {
  return `${status.thread_ts} ${status.app_id}`
}
