import type { Chunk } from '@rivulet/blocks/types'
import type { ViewerUser, ViewerView, ViewerCommand, ViewerShortcut, ViewerChannel } from './viewerWorkspace.ts'
import type { ViewerMessage, ViewerReaction, ViewerStatus, ViewerThread } from './viewerMessages.ts'

export type ServerFrame =
  /** Everything but messages, as of `seq`. Answers a `hello` without a cursor, or with one that is of no use. */
  | {
      type: 'welcome'
      seq: number
      epoch: string
      /** The server's clock in Unix milliseconds, by which statuses end. */
      now: number
      /** Why the cursor in `hello` could not be resumed from. */
      reset?: 'outdated_cursor' | 'future_cursor' | 'other_epoch'
      /** The user id of the viewer. */
      you: string
      team: { id: string; name: string; domain: string }
      users: ViewerUser[]
      usergroups: { id: string; handle: string; name: string; users: string[] }[]
      emoji: Record<string, string>
      channels: ViewerChannel[]
      /** The slash commands and shortcuts of apps. */
      commands: ViewerCommand[]
      shortcuts: ViewerShortcut[]
    }
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
    }
  /** A thread's root and its newest replies, oldest first. `replies.count` of the root counts all of them. */
  | {
      type: 'thread'
      seq: number
      channel: string
      thread_ts: string
      messages: ViewerMessage[]
      statuses: ViewerStatus[]
      threads: ViewerThread[]
    }
  | { type: 'history'; channel: string; messages: ViewerMessage[]; threads: ViewerThread[]; has_more: boolean }
  /** A message is new or changed, or its stream ended. It replaces the message with the same `ts`. */
  | { type: 'message'; seq: number; channel: string; message: ViewerMessage }
  /** A message was deleted. `latest`: the ts of the channel's newest message now, `null` if none is left. */
  | { type: 'deleted'; seq: number; channel: string; ts: string; latest: string | null }
  /** All reactions to a message, after a change. */
  | { type: 'reactions'; seq: number; channel: string; ts: string; reactions: ViewerReaction[] }
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
  /** The viewer's own read mark moved, in this browser or another. */
  | { type: 'read'; seq: number; channel: string; last_read: string; unread: string[] }
  | { type: 'user_changed'; seq: number; user: ViewerUser }
  /** All slash commands and shortcuts of apps, after a change. */
  | { type: 'offers_changed'; seq: number; commands: ViewerCommand[]; shortcuts: ViewerShortcut[] }
  | { type: 'done'; id: string; ts: string }
  /** The browser may post the bytes of `file` to `path`, once, within an hour. */
  | { type: 'expected'; id: string; file: string; path: string }
  /** `channel` is the direct message that was asked for. Its `channel_changed` was sent before. */
  | { type: 'opened'; id: string; channel: string }
  /** The channel was changed as asked. Its `channel_changed` was sent before. */
  | { type: 'changed'; id: string; channel: string }
  /**
   * `error` is an error code of the Web API, `detail` explains it in a sentence. `id`, `channel` and `thread_ts` are those
   * of the frame that was refused.
   */
  | { type: 'refused'; id?: string; channel?: string; thread_ts?: string; error: string; detail: string }
  | { type: 'pong'; now: number }
