import type { Place, ViewerDraft } from './clientFrames.ts'
import type { LaterServerFrame, SavedEntry } from './laterFrames.ts'
import type { Chunk } from '@rivulet/blocks/types'
import type {
  ViewerUser,
  ViewerSidebar,
  ViewerUsergroup,
  ViewerView,
  ViewerCommand,
  ViewerShortcut,
  ViewerChannel,
  ViewerPreferences,
  ViewerSession,
} from './viewerWorkspace.ts'
import type { ViewerConversation, ViewerWork } from './viewerAgents.ts'
import type {
  DraftEntry,
  ViewerActivity,
  ViewerBookmark,
  ViewerMessage,
  ViewerMatch,
  ViewerPin,
  ViewerReaction,
  ViewerScheduled,
  ViewerStatus,
  ViewerThread,
  ViewerVersion,
} from './viewerMessages.ts'

/** Where to go on from a page of messages: what comes `before` one ts and `after` the other. Left out if there is nothing. */
export interface Continuation {
  older?: string
  newer?: string
}

/** [NTF-3] A thread that has news for the viewer. */
export interface UnreadThread {
  channel: string
  thread_ts: string
  /** The ts of its newest reply. */
  latest: string
  /** How far the viewer has read it. */
  last_read: string
}

/**
 * [NTF-4] What the viewer has not looked at: reactions to their messages, at most 10, and threads, at most 50.
 * `quiet_until`: until when they do not want to be disturbed, in Unix milliseconds [NTF-7].
 */
export interface UnseenActivity {
  reactions: number
  threads?: UnreadThread[]
  quiet_until?: number
}

export type ServerFrame =
  | LaterServerFrame
  /**
   * What a page shows first, without messages, as of `seq`. Answers a `hello` without a cursor, or with one that is of
   * no use.
   */
  | {
      type: 'welcome'
      seq: number
      epoch: string
      /** The server's clock in Unix milliseconds, by which statuses end. */
      now: number
      /** Why the cursor in `hello` could not be resumed from. */
      reset?: 'outdated_cursor' | 'future_cursor' | 'other_epoch' | 'team_changed'
      /** The user id of the viewer. */
      you: string
      team: { id: string; name: string; domain: string }
      /** The most characters of a message, and the most bytes of a frame from the browser. */
      limits: { text: number; frame: number }
      users: ViewerUser[]
      usergroups: ViewerUsergroup[]
      emoji: Record<string, string>
      /** Those that the viewer is in, without archived ones, and those of `watching`. A page asks for others. */
      channels: ViewerChannel[]
      /** The slash commands and shortcuts of apps. */
      commands: ViewerCommand[]
      shortcuts: ViewerShortcut[]
      /** What the viewer has scheduled, the next first; left out if there is nothing. */
      scheduled?: ViewerScheduled[]
      activity: UnseenActivity
      /** What the viewer has typed and not sent, the newest first; left out if there is nothing. */
      drafts?: DraftEntry[]
      /** What the viewer keeps for later and is not done with; left out if there is nothing. */
      saved?: SavedEntry[]
      /** How the viewer has arranged the sidebar; left out if they have not. */
      sidebar?: ViewerSidebar
      preferences: ViewerPreferences
    }
  /** What did not fit into `welcome`. It follows at once, in as many frames as are needed. */
  | { type: 'directory'; seq: number; users: ViewerUser[]; usergroups: ViewerUsergroup[] }
  /** The cursor is valid: the missed changes follow as ordinary frames. */
  | { type: 'resumed'; seq: number; epoch: string; now: number }
  /**
   * The newest messages of a channel, oldest first, and its live statuses: roots and broadcast replies, in direct
   * messages also the newest replies of each root.
   */
  | {
      type: 'channel'
      seq: number
      channel: string
      messages: ViewerMessage[]
      statuses: ViewerStatus[]
      /** What apps have set on the threads of these messages, and on the direct message itself. */
      threads: ViewerThread[]
      has_more: boolean
      /** The replies that are being streamed in threads, without their content; left out if there are none. */
      replying?: ViewerMessage[]
      /** The number of pinned messages, and the bookmarks; left out if there are none. */
      pins?: number
      bookmarks?: ViewerBookmark[]
    }
  /** A thread's root and its newest replies, oldest first; or replies from a place, without the root. */
  | ({
      type: 'thread'
      seq: number
      channel: string
      thread_ts: string
      messages: ViewerMessage[]
      statuses: ViewerStatus[]
      threads: ViewerThread[]
    } & Place &
      Continuation)
  /** Messages from the place that was asked for, oldest first. */
  | ({ type: 'history'; channel: string; messages: ViewerMessage[]; threads: ViewerThread[] } & Place & Continuation)
  /** A message is new or changed, or its stream ended. It replaces the message with the same `ts`. */
  | { type: 'message'; seq: number; channel: string; message: ViewerMessage }
  /** A message was deleted. `latest`: the ts of the channel's newest message now, `null` if none is left. */
  | { type: 'deleted'; seq: number; channel: string; ts: string; latest: string | null }
  /** All reactions to a message, after a change. */
  | { type: 'reactions'; seq: number; channel: string; ts: string; reactions: ViewerReaction[] }
  /** A message was pinned or unpinned (`null`). `pins`: how many messages of the channel are pinned now. */
  | { type: 'pin'; seq: number; channel: string; ts: string; pinned: { by: string; at: number } | null; pins: number }
  /** All bookmarks of a channel, after a change. */
  | { type: 'bookmarks'; seq: number; channel: string; bookmarks: ViewerBookmark[] }
  /** All that this viewer has scheduled, after a change, the next first. */
  | { type: 'scheduled'; seq: number; scheduled: ViewerScheduled[] }
  /** A message that only this viewer sees. No snapshot contains it: show it until it is dismissed or the page is left. */
  | { type: 'ephemeral'; seq: number; channel: string; message: ViewerMessage }
  /** The app deleted a message that only this viewer saw. */
  | { type: 'ephemeral_gone'; seq: number; channel: string; ts: string }
  /**
   * A view stack: the modals of an app, the top one last; empty once they are closed. It replaces the stack with the
   * same `id`. `page` is the page that opened it, as the interaction named it: only that page shows the stack. `null`:
   * every page does.
   */
  | { type: 'modals'; seq: number; id: string; page: string | null; views: ViewerView[] }
  /** An app changed its home for this viewer. */
  | { type: 'home'; seq: number; app_id: string; view: ViewerView }
  /**
   * Deltas `from` to `to` of a stream, numbered from 1 without gaps. A viewer that has all deltas up to `from - 1`
   * applies the chunks. One that has `to` already ignores the frame. Any other asks for the thread again.
   */
  | {
      type: 'delta'
      seq: number
      channel: string
      thread_ts: string
      ts: string
      from: number
      to: number
      chunks: Chunk[]
    }
  /** An app's status in a thread was set, or cleared (`null`). */
  | { type: 'status'; seq: number; channel: string; thread_ts: string; app_id: string; status: ViewerStatus | null }
  /** What apps have set on a thread is new or changed, or was removed (`null`). */
  | { type: 'thread_changed'; seq: number; channel: string; thread_ts: string; thread: ViewerThread | null }
  /** A channel is new to this viewer or changed. `channel: null`: the viewer may not see it any more. */
  | { type: 'channel_changed'; seq: number; id: string; channel: ViewerChannel | null }
  /**
   * The viewer's own read mark moved, or the viewer closed or opened the direct message, or said what they want to be
   * notified of, in this browser or another.
   */
  | ({ type: 'read'; seq: number; channel: string } & Pick<
      ViewerChannel,
      'unread' | 'mentions' | 'closed_at' | 'muted' | 'notify'
    > & { last_read: string })
  /** How far the viewer has read a thread that they take part in. It has news for them if `latest` is after that. */
  | ({ type: 'followed'; seq: number } & UnreadThread)
  /** The viewer has arranged their sidebar, in this browser or another. */
  | { type: 'sidebar'; seq: number; sidebar: ViewerSidebar }
  /** What the viewer typed somewhere and did not send has changed. `gone`: it is sent or deleted. */
  | ({ type: 'draft_changed'; seq: number; gone?: true } & DraftEntry)
  /** The viewer looked at what there was or wants to be left alone, or somebody reacted to a message of theirs. */
  | ({ type: 'unseen'; seq: number } & UnseenActivity)
  /** All that the viewer has chosen, after a change. */
  | { type: 'preferences'; seq: number; preferences: ViewerPreferences }
  | { type: 'user_changed'; seq: number; user: ViewerUser }
  /**
   * Until when users are active, in Unix milliseconds, if nothing more happens; 0 if they are not. Only of those that the
   * page named in `people`.
   */
  | { type: 'presence'; seq: number; users: Record<string, number> }
  /** A user group is new or changed. `users`: everybody in it. */
  | { type: 'usergroup_changed'; seq: number; usergroup: Omit<ViewerUsergroup, 'members' | 'mine'>; users: string[] }
  | { type: 'group_members'; id: string; users: string[] }
  | { type: 'groups_of'; id: string; usergroups: string[] }
  /** All slash commands and shortcuts of apps, after a change. */
  | { type: 'offers_changed'; seq: number; commands: ViewerCommand[]; shortcuts: ViewerShortcut[] }
  | { type: 'done'; id: string; ts: string }
  | { type: 'typed'; id: string; text: string }
  /** [MSG-35] The newest first. */
  | { type: 'versions'; id: string; versions: ViewerVersion[] }
  /** The draft that was asked for, and when it was typed. */
  | { type: 'draft'; id: string; draft: ViewerDraft | null; at: number }
  /** Messages that were searched for, the newest first. `next`: where the next page begins, if there is one. */
  | { type: 'found'; id: string; matches: ViewerMatch[]; total: number; next?: number }
  /** [NTF-5] What concerns the viewer, the newest first. `next`: where the next page begins, if there is one. */
  | { type: 'activity'; id: string; items: ViewerActivity[]; next?: string }
  /** [AGT-1] Conversations with an app, those that began last first. `next`: where the next page begins, if there is one. */
  | { type: 'conversations'; id: string; channel: string; conversations: ViewerConversation[]; next?: string }
  /** [AGT-2] What agents do now and have finished lately, the newest first. `now`: the server's clock. */
  | { type: 'work'; id: string; now: number; running: ViewerWork[]; ended: ViewerWork[] }
  /** The pinned messages of a channel, the newest pin first. */
  | { type: 'pins'; id: string; channel: string; pins: ViewerPin[]; has_more: boolean }
  /**
   * The channels that were asked for. `unseen`: those ids that name no channel the viewer can see. `next`: where the next
   * page begins, if there is one.
   */
  | { type: 'channels'; id: string; channels: ViewerChannel[]; unseen?: string[]; next?: number }
  /** The key of the server for pushes, in base64url; null if it pushes nothing. `text`: whether names and words may be pushed. */
  | { type: 'push_key'; id: string; key: string | null; text: boolean }
  /** [SES-12] With which browsers the viewer is signed in, this one first. */
  | { type: 'sessions'; id: string; sessions: ViewerSession[] }
  /** The browser may post the bytes of `file` to `path`, once, within an hour. */
  | { type: 'expected'; id: string; file: string; path: string }
  /** `channel` is the direct message that was asked for. Its `channel_changed` was sent before. */
  | { type: 'opened'; id: string; channel: string }
  /** The channel was changed as asked. Its `channel_changed` was sent before. */
  | { type: 'changed'; id: string; channel: string }
  /** What the person says about themselves was changed as asked. */
  | { type: 'saved'; id: string }
  /**
   * `error` is an error code of the Web API, `detail` explains it in a sentence. `id`, `channel` and `thread_ts` are those
   * of the frame that was refused.
   */
  | { type: 'refused'; id?: string; channel?: string; thread_ts?: string; error: string; detail: string }
  | { type: 'pong'; now: number }
