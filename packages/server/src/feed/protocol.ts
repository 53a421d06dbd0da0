import type { ShownView } from '#domain/interactions/interactions'
import type { Block } from '@rivulet/blocks/block'
import type { Chunk } from '@rivulet/blocks/chunk'
import type { Reply } from '@rivulet/blocks/reply'
import type { Notice } from '#store/tables/notice'

/**
 * The feed: what the server and a browser say to each other on the WebSocket `/feed`, one JSON
 * object a frame. `docs/feed.md` tells the same in prose.
 *
 * Every frame that changes what is seen carries `seq`: what the log has up to this number was sent
 * before it. A viewer remembers the greatest one, and after a lost connection says it in `hello`; what
 * follows may repeat a change, which does no harm.
 */

/** The first frame a browser sends is `hello`; the others may come in any order after `welcome` or `resumed`. */
export type ClientFrame =
  /** `after` and `epoch` from before, with the channels still open: go on from there if that is possible. */
  | { type: 'hello'; protocol: 1; after?: number; epoch?: string; watching?: string[] }
  /** Watch a channel: answered by `channel`, then its deltas follow until `close`. */
  | { type: 'open'; channel: string }
  | { type: 'close'; channel: string }
  /** A thread: answered by `thread`. Its channel must be open for deltas to follow. */
  | { type: 'thread'; channel: string; thread_ts: string }
  /**
   * The roots before `before` (in direct messages with their replies): answered by `history`. `back_to`: at least as
   * far back as this ts, if it is not too far.
   */
  | { type: 'history'; channel: string; before: string; back_to?: string }
  /**
   * A person writes. `id` (a UUID of the browser's) makes it repeatable. Answered by `done` or `refused`. `files`: what
   * was uploaded before, with `alt`, what is to be seen in an image; then `text` may be empty. `broadcast`: the reply is to stand in the channel too.
   */
  | {
      type: 'send'
      id: string
      channel: string
      text: string
      thread_ts?: string
      broadcast?: boolean
      files?: { id: string; alt?: string }[]
    }
  /** A person is about to upload a file of `size` bytes. Answered by `expected` or `refused`. */
  | { type: 'upload'; id: string; name: string; size: number }
  /**
   * A person stops a stream, or with the ts of a root what agents are at in its thread. Answered by `done` or `refused`.
   */
  | { type: 'stop'; id: string; channel: string; ts: string }
  /** A person reacts to a message with an emoji, or takes that back. Answered by `done` or `refused`. */
  | { type: 'react' | 'unreact'; id: string; channel: string; ts: string; name: string }
  /**
   * Begins another thread with an assistant, in the direct message with it. `looking`: the channel that the person comes
   * from. Answered by `done` with the ts of its root, or by `refused`.
   */
  | { type: 'converse'; id: string; channel: string; looking?: string }
  /** Beside the app of a direct message the person looks at another channel now. Answered by nothing, or by `refused`. */
  | { type: 'looks'; channel: string; looking?: string }
  /** Opens the direct message with a person or an app's bot user. Answered by `opened`, or by `refused`. */
  | { type: 'direct'; id: string; user: string }
  /** Changes of channels, each answered by `changed`, or by `refused`. */
  | ChannelFrame
  /** The person has read a channel up to here. It never goes back. Answered by nothing, or by `refused`. */
  | { type: 'mark'; channel: string; ts: string }
  | { type: 'ping' }

export type ChannelFrame =
  | { type: 'create'; id: string; name: string; private: boolean }
  | { type: 'join'; id: string; channel: string }
  | { type: 'leave'; id: string; channel: string }
  | { type: 'invite'; id: string; channel: string; users: string[] }
  | { type: 'kick'; id: string; channel: string; user: string }
  | { type: 'topic'; id: string; channel: string; topic: string }
  | { type: 'archive'; id: string; channel: string }

export type ServerFrame =
  /** Everything but messages, as of `seq`. Sent first, and again when the cursor given in `hello` is of no use. */
  | {
      type: 'welcome'
      seq: number
      epoch: string
      /** The server's clock, Unix milliseconds: ends of statuses are told by it. */
      now: number
      /** Why a `hello` with a cursor was answered by a fresh start. */
      reset?: 'outdated_cursor' | 'future_cursor' | 'other_epoch'
      /** The user id of the person who watches. */
      you: string
      team: { id: string; name: string; domain: string }
      users: ViewerUser[]
      usergroups: { id: string; handle: string; name: string; users: string[] }[]
      emoji: Record<string, string>
      channels: ViewerChannel[]
      /** What apps offer: slash commands, and shortcuts. */
      commands: ViewerCommand[]
      shortcuts: ViewerShortcut[]
    }
  /** The cursor holds: what was missed follows as ordinary frames. */
  | { type: 'resumed'; seq: number; epoch: string; now: number }
  /**
   * The newest roots of a channel and replies that were sent there too (in direct messages the newest replies of each
   * root), oldest first, and its live statuses.
   */
  | {
      type: 'channel'
      seq: number
      channel: string
      messages: ViewerMessage[]
      statuses: ViewerStatus[]
      /** What apps say of the threads of these messages, and of the direct message itself. */
      threads: ViewerThread[]
      has_more: boolean
    }
  /** A thread's root and its newest replies, oldest first. `replies.count` of the root tells how many there are. */
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
  /** A message is new or changed: put it in place of the one with its `ts`. Ends a stream too. */
  | { type: 'message'; seq: number; channel: string; message: ViewerMessage }
  /** A message is gone. `latest`: the ts of the channel's newest message now, `null` where none is left. */
  | { type: 'deleted'; seq: number; channel: string; ts: string; latest: string | null }
  /** The reactions to a message are these now. */
  | { type: 'reactions'; seq: number; channel: string; ts: string; reactions: ViewerReaction[] }
  /** A message for this viewer alone. No snapshot has it: it is shown until it is dismissed or the page is left. */
  | { type: 'ephemeral'; seq: number; channel: string; message: ViewerMessage }
  /** A message for this viewer alone is gone: its app took it back. */
  | { type: 'ephemeral_gone'; seq: number; channel: string; ts: string }
  /**
   * The modals that an app has opened one over the other, the top one last; none: they are closed. In place of those
   * with the same `id`. `page` is what the act said that opened them: only that page shows them; `null`: every one.
   */
  | { type: 'modals'; seq: number; id: string; page: string | null; views: ViewerView[] }
  /** An app has put something else on its home for this viewer. */
  | { type: 'home'; seq: number; app_id: string; view: ViewerView }
  /**
   * A stream grew by deltas `from` to `to` (dense numbers from 1). A viewer that has up to `from - 1`
   * applies the chunks with `withChunks`; one that has `to` already leaves it; any other asks for the thread again.
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
  /** An app's status in a thread was set (`status`) or went away (`null`). */
  | { type: 'status'; seq: number; channel: string; thread_ts: string; app_id: string; status: ViewerStatus | null }
  /** What apps say of a thread is new or changed (`thread`), or there is nothing any more (`null`). */
  | { type: 'thread_changed'; seq: number; channel: string; thread_ts: string; thread: ViewerThread | null }
  /** A channel is new to this viewer or changed; `channel: null`: it is gone from their sight. */
  | { type: 'channel_changed'; seq: number; id: string; channel: ViewerChannel | null }
  /** The viewer's own read mark moved, here or in another browser. */
  | { type: 'read'; seq: number; channel: string; last_read: string; unread: string[] }
  | { type: 'user_changed'; seq: number; user: ViewerUser }
  /** What apps offer is this now, in place of what it was. */
  | { type: 'offers_changed'; seq: number; commands: ViewerCommand[]; shortcuts: ViewerShortcut[] }
  | { type: 'done'; id: string; ts: string }
  /** The bytes of `file` are to be posted to `path`, once, within the hour. */
  | { type: 'expected'; id: string; file: string; path: string }
  /** `channel` is the direct message that was asked for; its `channel_changed` has come before. */
  | { type: 'opened'; id: string; channel: string }
  /** The channel is as it was asked for; its `channel_changed` has come before. */
  | { type: 'changed'; id: string; channel: string }
  /** `error` is a word of the Web API; `detail` says it in a sentence. `id` is that of the frame it answers, when that had one; so are `channel` and `thread_ts`. */
  | { type: 'refused'; id?: string; channel?: string; thread_ts?: string; error: string; detail: string }
  | { type: 'pong'; now: number }

export interface ViewerUser {
  id: string
  name: string
  real_name: string
  /** What is shown: display name, else real name, else name. */
  label: string
  tz: string
  locale: string
  deleted: boolean
  /** Set for an app's bot user. */
  app_id?: string
  /** An app's one-line description. */
  description?: string
  /** What an app suggests to ask where nothing was said yet. */
  prompts?: { title: string; message: string }[]
  /** The app has a home: a page of its own for each person. */
  home?: true
  /** Whether one can write to the app: not at all, or it writes and does not read. Left out where one can. */
  messages?: 'off' | 'read_only'
  /** One speaks with the app in threads: what is said in the direct message belongs to the newest of them. */
  converses?: true
}

/** What an app shows to one person: a modal, or its home. */
export type ViewerView = ShownView

/** What a person can send with a slash, beginning with it: `/ask`. */
export interface ViewerCommand {
  app_id: string
  command: string
  description: string
  usage_hint?: string
}

export interface ViewerShortcut {
  app_id: string
  callback_id: string
  /** Anywhere, or on a message. */
  type: 'global' | 'message'
  name: string
  description: string
}

export interface ViewerChannel {
  id: string
  name: string
  kind: 'public' | 'private' | 'im' | 'mpim'
  topic: string
  archived: boolean
  general: boolean
  /** Whether this viewer is a member. Only members' channels bring `message` frames. */
  member: boolean
  /** Whether this viewer may post there, and how. */
  posting: 'everyone' | 'read_only' | 'threads_only'
  /** False: no thread replies. */
  threads: boolean
  members: string[]
  /** The ts of the newest message, `null` in an empty channel. */
  latest: string | null
  /** How far this viewer has read; `null` where they are no member. */
  last_read: string | null
  /** The first messages of others after that, replies too and notices not, by their ts: at most 10, and 10 stand for many. */
  unread: string[]
}

export interface ViewerMessage {
  ts: string
  /** The root's ts, for a reply. */
  thread_ts?: string
  user: string
  app_id?: string
  username?: string
  icon_emoji?: string
  icon_url?: string
  text: string
  blocks: Block[]
  /** The id the browser gave it when it was sent. */
  client_msg_id?: string
  edited: boolean
  /** A root that was deleted and stays because of its replies: it says nothing any more. */
  deleted?: true
  /** The root of a thread with an assistant: it says nothing but that a conversation begins. */
  begins?: true
  /** What became of the channel: a message that nobody wrote. `text` says it for apps. */
  notice?: Notice
  /** A reply that stands in the channel too. */
  broadcast?: true
  /** Of an `ephemeral` frame: this viewer alone sees it. */
  ephemeral?: true
  /** What it shares. Left out where there is nothing. */
  files?: ViewerFile[]
  /** In the order in which the emoji came. Left out where there are none. */
  reactions?: ViewerReaction[]
  /** Roots with replies. */
  replies?: { count: number; users: string[]; latest: string }
  streaming_state?: 'in_progress' | 'completed' | 'errored'
  /** A stopped stream: who ended it. */
  ended_by?: 'app' | 'reader' | 'idle' | 'lifetime'
  /** An open stream: what has been said up to delta `n`. `null`: it is not for this viewer until it ends. */
  stream?: { n: number; display: 'timeline' | 'plan'; reply: Reply } | null
}

/** `null`: it was deleted. */
export type ViewerFile = {
  id: string
  name: string
  title: string
  /** What is to be seen in an image. */
  alt: string
  /** Bytes. */
  size: number
  /** Whether it is an image that browsers show. */
  image: boolean
  /** Paths on this server: to be looked at, and to be saved. */
  look: string
  save: string
} | null

export interface ViewerReaction {
  /** The emoji's one name, without colons. */
  name: string
  /** Who reacted with it, the first first. */
  users: string[]
}

export interface ViewerStatus {
  thread_ts: string
  app_id: string
  /** The app's user, for the avatar. */
  user: string
  /** As shown: the app's name followed by the status. */
  text: string
  loading_messages: string[]
  icon_emoji?: string
  icon_url?: string
  /** Unix milliseconds by the server's clock: from then on there is none. */
  ends_at: number
}

/** What apps say of a thread, beside its messages. */
export interface ViewerThread {
  /** The root's; empty for a direct message itself, outside of its threads. */
  thread_ts: string
  /** As mrkdwn. */
  title?: string
  /** What to ask, until somebody in the thread, or anywhere in the direct message, says something. */
  suggestions?: { title?: string; app_id: string; prompts: { title: string; message: string }[] }
  agents: ViewerAgent[]
}

/** An agent's part in a thread. */
export interface ViewerAgent {
  app_id: string
  user: string
  status: 'active' | 'processing' | 'suspended' | 'closed'
  /** Unix milliseconds by the server's clock: from then on `processing` is `active`. */
  ends_at?: number
  /** It is at work, and `stop` with the thread's ts ends that. */
  stoppable?: true
  username?: string
  icon_emoji?: string
  icon_url?: string
}

/** Why the server closes a socket: the code and the word sent as reason. */
export const closeReasons = {
  not_json: 4000,
  not_of_the_protocol: 4001,
  hello_expected: 4002,
  signed_out: 4003,
  too_many_frames: 4004,
  consumer_too_slow: 4008,
  restarting: 1012,
  too_big: 1009,
} as const
