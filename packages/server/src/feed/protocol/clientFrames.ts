import type { ViewerSidebar } from './viewerWorkspace.ts'
import type { LaterFrame } from './laterFrames.ts'
import type { EditorNode } from '@rivulet/blocks/editorDocument'
import type { ViewerPreferences } from './viewerWorkspace.ts'

/** The first frame of a browser is `hello`. The others may follow in any order after `welcome` or `resumed`. */
export type ClientFrame =
  /**
   * `after`, `epoch` and `watching` (the channels still open) ask to resume from a cursor, if that is possible. `welcome`
   * has the channels of `watching` too. `person`: whose page it is. A session of anybody else is refused [SES-10].
   */
  | {
      type: 'hello'
      protocol: 1
      person?: { team: string; user: string }
      after?: number
      epoch?: string
      watching?: string[]
      /** How long the page has been open, in milliseconds. `welcome` is followed by the `ephemeral` frames of that time. */
      age?: number
    }
  /** Watches a channel. Answered by `channel`; the channel's deltas follow until `close`. */
  | { type: 'open'; channel: string }
  | { type: 'close'; channel: string }
  /**
   * Asks for a thread with its newest replies or, with a place, for other replies of it. Answered by `thread`. Deltas
   * follow only if its channel is open.
   */
  | ({ type: 'thread'; channel: string; thread_ts: string } & Place)
  /** Asks for roots further back, in direct messages with their replies. Answered by `history`. Names one place. */
  | ({ type: 'history'; channel: string } & Place)
  /**
   * Sends a message. `id`, a UUID that the browser makes, lets it repeat the frame. Answered by `done` or `refused`.
   * `files`: uploaded files, images with an `alt` text; `text` may then be empty. `broadcast`: sends the reply to the
   * channel too. `blocks`: one rich text in place of `text`, which is then empty.
   */
  | {
      type: 'send'
      id: string
      channel: string
      text: string
      blocks?: object[]
      thread_ts?: string
      broadcast?: boolean
      files?: { id: string; alt?: string }[]
    }
  /** Sends a copy of the message `from`, with the text above it. Answered by `done` or `refused`. */
  | { type: 'forward'; id: string; channel: string; from: { channel: string; ts: string }; text: string }
  /** Asks for what the person typed in a message of theirs. Answered by `typed` or `refused`. */
  | { type: 'typed'; id: string; channel: string; ts: string }
  /** [MSG-35] Asks for what a message says and said. Answered by `versions` or `refused`. */
  | { type: 'versions'; id: string; channel: string; ts: string }
  /** Gives a message of the person other words: a text, or blocks as in `send`. Answered by `done` or `refused`. */
  | { type: 'edit'; id: string; channel: string; ts: string; text: string; blocks?: object[] }
  /** Deletes a message of the person. Answered by `done` or `refused`. */
  | { type: 'delete'; id: string; channel: string; ts: string }
  /** Announces the upload of a file of `size` bytes. Answered by `expected` or `refused`. */
  | { type: 'upload'; id: string; name: string; size: number }
  /**
   * Stops a stream or, given the ts of a root, the work of the agents in its thread, or only of the one named by
   * `app_id`. Answered by `done` or `refused`.
   */
  | { type: 'stop'; id: string; channel: string; ts: string; app_id?: string }
  /** Adds or removes a reaction. Answered by `done` or `refused`. */
  | { type: 'react' | 'unreact'; id: string; channel: string; ts: string; name: string }
  | KeptFrame
  /**
   * Starts another thread with an assistant in the direct message with it. `looking`: the channel that the person comes
   * from. Answered by `done` with the ts of the root, or by `refused`.
   */
  | { type: 'converse'; id: string; channel: string; looking?: string }
  /**
   * The person now views the channel `looking` next to the app of a direct message, and there the conversation
   * `thread_ts`, or else the newest one. Answered only if `refused`.
   */
  | { type: 'looks'; channel: string; thread_ts?: string; looking?: string }
  | AgentFrame
  /** Opens the direct message with up to eight people or bot users; `users` may name oneself too. Answered by `opened` or `refused`. */
  | { type: 'direct'; id: string; users: string[] }
  /** Changes what the person says about themselves; empty removes. Answered by `saved` or `refused`. */
  | ({ type: 'profile'; id: string } & ProfileFields)
  /** Gives the person a picture, in base64; empty takes it away. Answered by `saved` or `refused`. */
  | { type: 'picture'; id: string; image: string }
  /** Changes how the person wants the client to look; what is left out stays. Answered by `saved`. */
  | ({ type: 'prefer'; id: string } & ViewerPreferences)
  /** [SES-12] Asks with which browsers the person is signed in. Answered by `sessions`. */
  | { type: 'sessions'; id: string }
  /** [SES-13] Signs one of these browsers out, or all except for this one. Answered by `done` or `refused`. */
  | { type: 'end_sessions'; id: string; session?: string }
  /** Shows the person as away, or by what they do. Answered by `saved`. */
  | { type: 'away'; id: string; away: boolean }
  /** The person uses the page. Sent at most once a minute. */
  | { type: 'active' }
  /** The users whose presence the page shows from now on. Answered by `presence`; changes follow. */
  | { type: 'people'; users: string[] }
  /** Asks who is in a user group. Answered by `group_members` or `refused`. */
  | { type: 'group_members'; id: string; usergroup: string }
  /** Asks in which user groups somebody is. Answered by `groups_of`. */
  | { type: 'groups_of'; id: string; user: string }
  /** Asks for channels that `welcome` left out: by id, at most 100. Answered by `channels`. */
  | { type: 'channels'; id: string; channels: string[] }
  /**
   * Asks for public and private channels whose name or topic contains `text`; empty finds all. `from`: where an earlier
   * answer said that the next page begins. Answered by `channels`.
   */
  | { type: 'find_channels'; id: string; text: string; from?: number }
  /**
   * Searches the messages that the person can read. `text`: words and modifiers, at most 1,000 characters. `from`: where
   * an earlier answer said that the next page begins. Answered by `found`.
   */
  | { type: 'search'; id: string; text: string; from?: number }
  /** Changes a channel. Answered by `changed` or `refused`. */
  | ChannelFrame
  /** Moves the read mark up to `ts`, never back; with `thread_ts` that of a thread. Not answered unless `refused`. */
  | { type: 'mark'; channel: string; ts: string; thread_ts?: string }
  | ActivityFrame
  | DraftFrame
  | LaterFrame
  /** Arranges the sidebar of the person. Answered by `done`. */
  | { type: 'arrange'; id: string; sidebar: ViewerSidebar }
  | PushFrame
  /** The window came into sight or went out of it. It is reported again each minute while it is in sight. Not answered. */
  | { type: 'sight'; in_sight: boolean }
  | { type: 'ping' }

/**
 * Where a page of messages lies: it ends before a ts, begins after a ts, or has what was sent around it, whether or not
 * there is a message with exactly that ts. At most one is given.
 */
export interface Place {
  before?: string
  after?: string
  around?: string
}

/** What the person asks of agents. */
export type AgentFrame =
  /**
   * Asks for the conversations with an app in its direct message, those that began last first. `before`: where an earlier
   * answer said that the next page begins. `text`: only those whose title or messages contain it. Answered by
   * `conversations` or `refused`.
   */
  | { type: 'conversations'; id: string; channel: string; before?: string; text?: string }
  /** Asks what agents do, in all channels that the person is in. Answered by `work`. */
  | { type: 'work'; id: string }

/** What concerns the person. Answered by `done`, `activity` by `activity`, or by `refused`. */
export type ActivityFrame =
  /** Moves the read mark back to before this message; that of its thread if it is a reply in a channel. */
  | { type: 'unread'; id: string; channel: string; ts: string }
  /** Says what the person is notified of. What is left out stays; one of the two is given. */
  | { type: 'notify'; id: string; channel: string; muted?: boolean; notify?: 'all' | 'mentions' | 'nothing' | 'usual' }
  /** Asks for what concerns the person, the newest first. `before`: where an earlier answer said that the next page begins. */
  | { type: 'activity'; id: string; show: 'all' | 'mentions' | 'threads' | 'reactions'; before?: string }
  /** The person has seen all reactions to their messages; with `threads`, their threads too. */
  | { type: 'seen'; id: string; threads?: boolean }
  /** The person does not want to be disturbed until then, in Unix milliseconds; 0 ends it. */
  | { type: 'quiet'; id: string; until: number }

/** What the person has typed and not sent. */
export type DraftFrame =
  /**
   * [DRF-2] Keeps what was typed at this time, in Unix milliseconds by the server's clock; null if it is sent or deleted. Not
   * answered unless `refused`; `draft_changed` follows.
   */
  | { type: 'draft'; channel: string; thread_ts?: string; at: number; draft: ViewerDraft | null }
  /** Asks for the draft of a place. Answered by `draft`. */
  | { type: 'draft_of'; id: string; channel: string; thread_ts?: string }

/** A draft: Markdown with names for those who were picked, who they are, and the same as the editor has it. */
export interface ViewerDraft {
  text: string
  picked: { start: number; end: number; id: string }[]
  document?: EditorNode
}
/** What a browser takes without an open page [NTF-9]. */
export type PushFrame =
  /** Asks for the key that a browser subscribes with. Answered by `push_key`. */
  | { type: 'push_key'; id: string }
  /**
   * Notifies this browser at an address, with the keys of its Push API, until the session ends. `text`: also with names and
   * words. Answered by `done` or `refused`.
   */
  | { type: 'subscribe'; id: string; endpoint: string; p256dh: string; auth: string; text: boolean }
  /** Ends that. Answered by `done`. */
  | { type: 'unsubscribe'; id: string }

/** The time a status ends is in Unix seconds; 0 if it stays. */
export interface ProfileFields {
  display_name?: string
  title?: string
  phone?: string
  pronouns?: string
  /** The name of a time zone, such as `Europe/Berlin`. */
  tz?: string
  status_text?: string
  status_emoji?: string
  status_expiration?: number
}

export type ChannelFrame =
  | { type: 'create'; id: string; name: string; private: boolean }
  | { type: 'join'; id: string; channel: string }
  | { type: 'leave'; id: string; channel: string }
  | { type: 'invite'; id: string; channel: string; users: string[] }
  | { type: 'kick'; id: string; channel: string; user: string }
  | { type: 'topic'; id: string; channel: string; topic: string }
  | { type: 'archive'; id: string; channel: string }
  /** Closes a direct message for this person, until something new is posted there. */
  | { type: 'hide'; id: string; channel: string }

/** What people keep in a channel, and for later. Answered by `done`, `pins` asked for by `pins`, or by `refused`. */
export type KeptFrame =
  | { type: 'pin' | 'unpin'; id: string; channel: string; ts: string }
  /** `after`: the last pinned message that an earlier answer had. */
  | { type: 'pins'; id: string; channel: string; after?: string }
  /** Adds a bookmark or, with `bookmark`, changes one. */
  | { type: 'bookmark'; id: string; channel: string; bookmark?: string; title: string; link: string; emoji: string }
  | { type: 'unbookmark'; id: string; channel: string; bookmark: string }
  /** Schedules a message, with a text, or blocks as in `send`. `post_at`: in Unix seconds. */
  | {
      type: 'schedule'
      id: string
      channel: string
      text: string
      blocks?: object[]
      thread_ts?: string
      broadcast?: boolean
      post_at: number
    }
  | { type: 'reschedule'; id: string; scheduled: string; post_at: number }
  /** Sends a scheduled message now, or deletes it. */
  | { type: 'send_scheduled' | 'unschedule'; id: string; scheduled: string }
