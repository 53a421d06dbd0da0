import type { Block } from '@rivulet/blocks/block'
import type { Chunk } from '@rivulet/blocks/chunk'
import type { Generated } from 'kysely'
import type { ActTables } from './interactions.ts'
import type { AppTables } from './apps.ts'
import type { Change } from './change.ts'
import type { Notice } from './notice.ts'
import type { TeamPolicies } from './policies.ts'

/**
 * Every table as rows come back from both databases: booleans are booleans, `Json` columns are
 * parsed, times are Unix milliseconds, a `ts` is the wire's text `<seconds>.<microseconds>`.
 */
export interface Tables extends ActTables, AppTables {
  meta: { key: string; value: string }
  enterprises: { id: string; name: string }
  teams: {
    id: string
    name: string
    domain: string
    enterprise_id: string | null
    deleted: boolean
    state: 'active' | 'joining_org' | 'migrating'
    policies: Json<TeamPolicies>
  }
  users: {
    team_id: string
    id: string
    name: string
    real_name: string
    display_name: string
    email: string | null
    tz: string
    locale: string
    admin: boolean
    deleted: boolean
    two_factor: boolean
    /** scrypt, as `salt:hash` in base64; null where nobody can sign in with a password. */
    password: string | null
    /** The app whose bot user this is. */
    app_id: string | null
    updated_at: number
  }
  usergroups: { team_id: string; id: string; handle: string; name: string; users: Json<string[]> }
  emoji: { team_id: string; name: string; value: string }
  channels: {
    team_id: string
    id: string
    name: string
    kind: 'public' | 'private' | 'im' | 'mpim' | 'canvas'
    general: boolean
    archived: boolean
    deleted: boolean
    topic: string
    /** Who set the topic last, and when; null for one that the workspace file brought. */
    topic_by: string | null
    topic_at: number | null
    /** As the topic; the workspace file has none. */
    purpose: string
    purpose_by: string | null
    purpose_at: number | null
    posting: 'everyone' | 'read_only' | 'threads_only'
    threads: boolean
    suspended: boolean
    blocked_apps: Json<string[]>
    shared_with: Json<string[]>
    creator: string | null
    created_at: number
    /** The newest ts given in this channel, in microseconds. */
    last_ts: number
  }
  /** `user_id` is a person or an app's bot user. */
  members: {
    team_id: string
    channel_id: string
    user_id: string
    joined_at: number
    /** The ts up to which they have read; null: up to when they joined. */
    last_read: string | null
  }
  messages: {
    team_id: string
    channel_id: string
    ts: string
    /** The root's ts for a reply; null for a root. */
    thread_ts: string | null
    user_id: string
    app_id: string | null
    bot_id: string | null
    text: string
    blocks: Json<Block[]>
    /** The Markdown as it was written or streamed. */
    markdown: string | null
    metadata: Json<object> | null
    /** The ids of the files that it shares; null: none. */
    files: Json<string[]> | null
    client_msg_id: string | null
    username: string | null
    icon_emoji: string | null
    icon_url: string | null
    /** Null for a message that was never a stream. */
    streaming_state: 'in_progress' | 'completed' | 'errored' | null
    /** The root of a thread with an assistant, which the app did not write; a reply that stands in the channel too. */
    subtype: 'assistant_app_thread' | 'thread_broadcast' | null
    /** Set for a message that nobody wrote: what became of the channel. */
    notice: Json<Notice> | null
    locked: boolean
    deleted: boolean
    edited_at: number | null
    created_at: number
  }
  files: {
    team_id: string
    id: string
    /** Who uploads it, with which app. */
    user_id: string
    app_id: string | null
    name: string
    title: string
    alt_text: string
    size: number
    /** `expected`: no bytes yet. `received`: not completed yet. `deleted`: nobody sees it any more. */
    state: 'expected' | 'received' | 'ready' | 'deleted'
    /** Where its bytes are; null while there are none. */
    blob: string | null
    /** What is kept of the secret in the upload address, which is good once. */
    ticket: string | null
    /** When it goes if it is not completed. */
    expires_at: number | null
    created_at: number
  }
  /** The messages that share a file. */
  file_shares: { team_id: string; file_id: string; channel_id: string; ts: string }
  /** Files that a person gave to an app in a modal. */
  file_grants: { team_id: string; file_id: string; app_id: string }
  /** PostgreSQL alone: the bytes of files, in pieces. */
  file_parts: { key: string; n: number; bytes: Uint8Array; at: number }
  /** Who reacted to a message with which emoji. */
  reactions: {
    team_id: string
    channel_id: string
    ts: string
    /** The emoji's one name, without colons. */
    name: string
    user_id: string
    /** Rises with each reaction of the message: the order in which they came. */
    n: number
  }
  /** Messages that one person alone is shown, once; kept for as long as a browser may have been away. */
  ephemerals: {
    team_id: string
    channel_id: string
    ts: string
    thread_ts: string | null
    for_user: string
    user_id: string
    app_id: string | null
    bot_id: string | null
    text: string
    blocks: Json<Block[]>
    username: string | null
    icon_emoji: string | null
    icon_url: string | null
    created_at: number
  }
  /** What a message that streams has beside its message. */
  streams: {
    team_id: string
    channel_id: string
    ts: string
    thread_ts: string
    app_id: string
    display: 'timeline' | 'plan'
    recipient_user_id: string | null
    recipient_team_id: string | null
    audience: 'recipient' | 'members'
    /** The log's newest number when it began: its deltas come after it. */
    begun_after: number
    started_at: number
    ended_at: number | null
    /** Who ended it: the app, a reader, or time. */
    ended_by: 'app' | 'reader' | 'idle' | 'lifetime' | null
  }
  /** The truth about what happened and in which order. */
  log: {
    seq: Generated<number>
    team_id: string
    kind: LogKind
    channel_id: string | null
    /** The message, stream or thread it is about. */
    ts: string | null
    /** A person, app or token's hash it is about; for a delta how it was given, `text` or `chunks`. */
    subject: string | null
    /** Deltas only: 1, 2, 3 … in their stream. */
    n: number | null
    /** Deltas only: code points of text in the stream so far. */
    total: number | null
    at: number
    /** Deltas only. */
    body: Json<Chunk[]> | null
    /** What apps are to be told of it; null where there is nothing, and once it is among the deliveries. */
    change: Json<Change> | null
  }
  statuses: {
    team_id: string
    channel_id: string
    thread_ts: string
    app_id: string
    user_id: string
    text: string
    loading_messages: Json<string[]>
    username: string | null
    icon_emoji: string | null
    icon_url: string | null
    ends_at: number
  }
  /** What a call that may be repeated was answered, and a hash of its arguments. */
  answers: {
    team_id: string
    caller: string
    method: string
    key: string
    given: string
    answer: Json<Answered>
    at: number
  }
  /** What apps say about a thread; `thread_ts` is empty for a direct message itself. */
  threads: {
    team_id: string
    channel_id: string
    thread_ts: string
    title: string | null
    prompts: Json<Prompt[]> | null
    prompts_title: string | null
    prompts_app_id: string | null
    /** Who began the session of agents. */
    initiator_user_id: string | null
  }
  /** An agent's part in the session of a thread. */
  agent_sessions: {
    team_id: string
    channel_id: string
    thread_ts: string
    app_id: string
    user_id: string
    status: SessionStatus
    username: string | null
    icon_emoji: string | null
    icon_url: string | null
    begun_at: number
    changed_at: number
    /** While the status is `processing`: from then on it reads as `active`. */
    processing_ends_at: number | null
  }
  /** People signed in with a browser. */
  sessions: { hash: string; team_id: string; user_id: string; created_at: number; expires_at: number }
}

export type LogKind =
  | 'message'
  | 'deleted'
  | 'ephemeral'
  | 'reaction'
  | 'delta'
  | 'status'
  | 'thread'
  | 'channel'
  | 'member'
  | 'read'
  | 'view'
  | 'user'
  | 'token'
  | 'team'
  | 'app'

export type SessionStatus = 'active' | 'processing' | 'suspended' | 'closed'

/** Something an app suggests to ask: how it is called, and what is sent. */
export interface Prompt {
  title: string
  message: string
}

/** What a method answered, and the words that it warned of. */
export interface Answered {
  result: object
  warnings: string[]
}

/** A column that holds JSON: given and received as a value, stored as text. */
export type Json<T> = T
