import type { Json } from './columns.ts'

/** Tables of what apps set for threads (status, title, prompts and sessions), and of who takes part in them. */
export interface ThreadTables {
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
  /** Details that apps have set for a thread. `thread_ts` is empty for the direct message itself. */
  threads: {
    team_id: string
    channel_id: string
    thread_ts: string
    title: string | null
    prompts: Json<Prompt[]> | null
    prompts_title: string | null
    prompts_app_id: string | null
    /** Who started the session of agents. */
    initiator_user_id: string | null
  }
  /** The threads that people take part in, except in direct messages. */
  followed_threads: {
    team_id: string
    user_id: string
    channel_id: string
    thread_ts: string
    /** The newest reply. */
    latest: string
    /** How far the person has read. */
    last_read: string
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
    /** For `processing`: from this time on the status reads as `active`. */
    processing_ends_at: number | null
  }
}

export type SessionStatus = 'active' | 'processing' | 'suspended' | 'closed'

/** A suggested prompt: its title, and the message that it sends. */
export interface Prompt {
  title: string
  message: string
}
