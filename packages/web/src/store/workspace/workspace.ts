import type {
  ServerFrame,
  ViewerBookmark,
  ViewerChannel,
  ViewerCommand,
  ViewerMessage,
  ViewerScheduled,
  ViewerShortcut,
  ViewerStatus,
  ViewerThread,
  ViewerUser,
  ViewerUsergroup,
  ViewerView,
} from 'rivulet/feedProtocol'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'

export type Welcome = Extract<ServerFrame, { type: 'welcome' }>

/** What the page knows of one channel's messages. */
export type ChannelContent = {
  /** False until the first `channel` frame. */
  loaded: boolean
  /** True after a new `welcome`: the old content is shown until the next `channel` frame replaces it. */
  stale: boolean
  hasMore: boolean
  /** From this ts on, everything in the channel is loaded; undefined if all of it is loaded. */
  oldestTs: string | undefined
  /** Roots and replies, by ts. */
  messages: Readonly<Record<string, ViewerMessage>>
  /** The roots' ts of the threads that were fetched. */
  fetchedThreads: Readonly<Record<string, true>>
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
  hasMore: false,
  oldestTs: undefined,
  messages: {},
  fetchedThreads: {},
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

/** A jump to an old message loads at most this many. */
const maxLoadedByJump = 2000

/** Whether loading older messages may still bring this one. */
export function isBeforeLoaded(content: ChannelContent, ts: string): boolean {
  if (!content.loaded || !content.hasMore || content.oldestTs === undefined) return false
  return ts < content.oldestTs && Object.keys(content.messages).length < maxLoadedByJump
}

/**
 * The messages that a channel shows: roots and broadcasts, or with `replies` everything. A fetched thread may have brought
 * older messages; they appear once everything after them is loaded.
 */
export function visibleMessages(content: ChannelContent, { replies }: { replies: boolean }): ViewerMessage[] {
  const { oldestTs = '' } = content
  return allMessages(content).filter(({ ts, thread_ts: root = ts, broadcast }) => {
    if (replies) return root >= oldestTs
    return (root === ts || broadcast) && ts >= oldestTs
  })
}

/** All messages of a channel and its threads that are loaded, ephemeral ones too. */
export function allMessages({ messages, ephemerals }: ChannelContent): ViewerMessage[] {
  return [...Object.values(messages), ...Object.values(ephemerals).filter((message) => message !== null)]
}

export function statusKey(status: { thread_ts: string; app_id: string }): string {
  return `${status.thread_ts} ${status.app_id}`
}
