import type {
  ServerFrame,
  ViewerChannel,
  ViewerCommand,
  ViewerMessage,
  ViewerShortcut,
  ViewerStatus,
  ViewerThread,
  ViewerUser,
  ViewerView,
} from 'rivulet/feedProtocol'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export type Welcome = Extract<ServerFrame, { type: 'welcome' }>

/** What is known of one channel's messages. */
export type Conversation = {
  /** False until the first `channel` frame. */
  loaded: boolean
  /** From before a fresh start: shown, and replaced by the next `channel` frame. */
  stale: boolean
  hasMore: boolean
  /** The ts from which on all that stands in the channel is here; undefined: all of it is. */
  from: string | undefined
  /** Roots and replies alike, by their ts. */
  messages: Readonly<Record<string, ViewerMessage>>
  /** The threads that were fetched whole. */
  threads: Readonly<Record<string, true>>
  /** Live statuses, by thread and app. */
  statuses: Readonly<Record<string, ViewerStatus>>
  /** What apps say of threads, by their root's ts; `''`: of the direct message itself. */
  about: Readonly<Record<string, ViewerThread>>
  /** Messages for this viewer alone, by ts. Null: dismissed, not to come back. No snapshot has them. */
  ephemerals: Readonly<Record<string, ViewerMessage | null>>
}

export type Workspace = {
  ready: boolean
  seq: number
  epoch: string | undefined
  /** The server's clock minus this browser's, milliseconds. */
  clockAhead: number
  you: string
  team: { id: string; name: string; domain: string }
  users: Readonly<Record<string, ViewerUser>>
  usergroups: Readonly<Record<string, { id: string; handle: string; name: string; users: string[] }>>
  emoji: Readonly<Record<string, string>>
  channels: Readonly<Record<string, ViewerChannel>>
  conversations: Readonly<Record<string, Conversation>>
  commands: readonly ViewerCommand[]
  shortcuts: readonly ViewerShortcut[]
  /** What apps have on their homes, by app; null: nothing. Those that were not looked at are not here. */
  homes: Readonly<Record<string, ViewerView | null>>
  /** The modals that are open, pile by pile, the one that came last at the end; of each the top one is the last. */
  modals: readonly Modals[]
}

export type Modals = { id: string; views: readonly ViewerView[] }

export const emptyConversation: Conversation = {
  loaded: false,
  stale: false,
  hasMore: false,
  from: undefined,
  messages: {},
  threads: {},
  statuses: {},
  about: {},
  ephemerals: {},
}

export const emptyWorkspace: Workspace = {
  ready: false,
  seq: 0,
  epoch: undefined,
  clockAhead: 0,
  you: '',
  team: { id: '', name: '', domain: '' },
  users: {},
  usergroups: {},
  emoji: {},
  channels: {},
  conversations: {},
  commands: [],
  shortcuts: [],
  homes: {},
  modals: [],
}

export const workspace = createStore<Workspace>(() => emptyWorkspace)

export function useWorkspace<T>(select: (state: Workspace) => T): T {
  return useStore(workspace, select)
}

export function conversationOf(state: Workspace, channel: string): Conversation {
  return state.conversations[channel] ?? emptyConversation
}

/** How many messages a jump may load. */
const farthest = 2000

/** Whether a message may still be found by loading older ones. */
export function isFurtherBack(known: Conversation, ts: string): boolean {
  if (!known.loaded || !known.hasMore || known.from === undefined) return false
  return ts < known.from && Object.keys(known.messages).length < farthest
}

/**
 * What is to be seen in a channel: what stands there, or all with the replies in place. A thread that was fetched may have brought messages from further back: they stand
 * there once all that came after them is here.
 */
export function inChannel(known: Conversation, { replies }: { replies: boolean }): ViewerMessage[] {
  const { from = '' } = known
  return seenOf(known).filter(({ ts, thread_ts: root = ts, broadcast }) => {
    if (replies) return root >= from
    return (root === ts || broadcast) && ts >= from
  })
}

/** All that is known of a channel and its threads. */
export function seenOf({ messages, ephemerals }: Conversation): ViewerMessage[] {
  return [...Object.values(messages), ...Object.values(ephemerals).filter((message) => message !== null)]
}

export function statusKey(status: { thread_ts: string; app_id: string }): string {
  return `${status.thread_ts} ${status.app_id}`
}
