import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

export type NotifyRule = 'all' | 'mentions' | 'nothing'

/** Tables of channels and their members. */
export interface ChannelTables {
  channels: {
    team_id: string
    id: string
    name: string
    kind: 'public' | 'private' | 'im' | 'mpim' | 'canvas'
    general: boolean
    archived: boolean
    deleted: boolean
    topic: string
    /** Who set the topic last, and when. Null for one that comes from a workspace file. */
    topic_by: string | null
    topic_at: number | null
    /** Like the topic. A workspace file has no purpose. */
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
    /** The newest ts taken in this channel, in microseconds. */
    last_ts: number
  }
  /** `user_id` is a person or an app's bot user. */
  members: {
    team_id: string
    channel_id: string
    user_id: string
    joined_at: number
    /** The read mark. Null while it is the time at which they joined. */
    last_read: string | null
    /** When they closed a direct message: its `last_ts` then. Null if they never did, or opened it again. */
    closed_at: number | null
    muted: Generated<boolean>
    /** What they are notified of. Null: what is usual for such a channel. */
    notify: Generated<NotifyRule | null>
  }
  /** A link that is shown above the messages of a channel. */
  bookmarks: {
    team_id: string
    channel_id: string
    id: string
    title: string
    link: string
    /** `:books:`, or empty. */
    emoji: string
    entity_id: string | null
    /** The app that added it. Null if a person did. */
    app_id: string | null
    /** Orders the bookmarks of the channel, as text. */
    rank: string
    created_at: number
    updated_at: number
    updated_by: string
  }
}
