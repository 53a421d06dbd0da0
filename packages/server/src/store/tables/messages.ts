import type { Attachment, Block } from '@rivulet/blocks/types'
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'
import type { Notice } from './notice.ts'

/** Tables of messages, and of what belongs to one. */
export interface MessageTables {
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
    attachments: Json<Attachment[]> | null
    /** The Markdown as it was written or streamed. */
    markdown: string | null
    metadata: Json<object> | null
    /** The ids of the files that it shares. */
    files: Json<string[]> | null
    client_msg_id: string | null
    username: string | null
    icon_emoji: string | null
    icon_url: string | null
    /** Null for a message that was never a stream. */
    streaming_state: 'in_progress' | 'completed' | 'errored' | null
    /** The root of a thread with an assistant, which the server wrote for the app; a reply that was sent to the channel too; or a person's action, written with /me. */
    subtype: 'assistant_app_thread' | 'thread_broadcast' | 'me_message' | null
    /** Set for a system message: what has happened to the channel. */
    notice: Json<Notice> | null
    locked: boolean
    deleted: boolean
    edited_at: number | null
    created_at: number
  }
  /** [MSG-35] What a message said before it was edited, and since when it did. */
  message_versions: {
    team_id: string
    channel_id: string
    ts: string
    written_at: number
    blocks: Json<Block[]>
  }
  /** The texts that can be searched: messages and files. SQLite has their index in the virtual table `search_index`. */
  search_entries: {
    n: Generated<number>
    team_id: string
    channel_id: string
    ts: string
    /** Empty for a message. */
    file_id: string
    /** Its words. PostgreSQL has them as a tsvector. */
    terms: string
  }
  /** Whom a message mentions. `target`: a user, a user group, or the channel itself for everybody in it. */
  mentions: { team_id: string; target: string; channel_id: string; ts: string }
  /** Who reacted to a message with which emoji. */
  reactions: {
    team_id: string
    channel_id: string
    ts: string
    /** The canonical name of the emoji, without colons. */
    name: string
    user_id: string
    /** Orders the reactions to the message. */
    n: number
    /** The person who wrote the message, if somebody else reacts. */
    author: Generated<string | null>
    /** Null for a reaction older than this column. */
    reacted_at: Generated<number | null>
  }
  /** Messages that are pinned to their channel. */
  pins: {
    team_id: string
    channel_id: string
    ts: string
    user_id: string
    /** Orders the pins of the channel. */
    n: number
    pinned_at: number
  }
  /** Messages that wait for their time, and those that could not be sent then. */
  scheduled_messages: {
    team_id: string
    id: string
    channel_id: string
    /** Who sends it: the kind of the token, or a person in the browser. */
    kind: 'bot' | 'user' | 'org' | 'person'
    user_id: string
    app_id: string | null
    /** When it is sent, Unix milliseconds. */
    post_at: number
    thread_ts: string | null
    draft: Json<ScheduledDraft>
    created_at: number
    /** Orders the messages of one author. */
    n: number
    /** When it could not be sent, and why: a code of the API, and a sentence. */
    failed_at: number | null
    failure: string | null
    failure_detail: string | null
  }
  /** Ephemeral messages, each for one person. They are kept for as long as a browser may be away. */
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
    attachments: Json<Attachment[]> | null
    username: string | null
    icon_emoji: string | null
    icon_url: string | null
    created_at: number
  }
  /** What a streamed message has in addition to its row in `messages`. */
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
    /** The newest number in the log when it began. All its deltas come later. */
    begun_after: number
    started_at: number
    ended_at: number | null
    /** Who ended it: the app, a reader, time, or a fault that was injected. */
    ended_by: 'app' | 'reader' | 'idle' | 'lifetime' | 'error' | null
  }
}

/** The content of a scheduled message. */
export interface ScheduledDraft {
  text: string
  blocks: Block[]
  attachments: Attachment[] | null
  markdown: string | null
  metadata: object | null
  /** Whether a reply is shown in the channel too. */
  broadcast: boolean
}
