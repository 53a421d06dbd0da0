import type { NotifyRule } from './channels.ts'
import type { EditorNode } from '@rivulet/blocks/editorDocument'
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'
import type { TeamPolicies } from './policies.ts'

/** Tables of enterprises, teams and their people. */
export interface PeopleTables {
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
    /** The form of the address by which people are found, whatever its case. */
    email_key: Generated<string | null>
    tz: string
    locale: string
    admin: boolean
    deleted: boolean
    two_factor: boolean
    /** scrypt, as `salt:hash` in base64. Null if they cannot sign in with a password. */
    password: string | null
    /** The password that the workspace file gave last, in the same form. */
    file_password: Generated<string | null>
    /** The app, for a bot user. */
    app_id: string | null
    updated_at: number
    profile: Generated<Json<StoredProfile>>
    /** When the status in the profile ends. Null if it stays, or there is none. */
    status_ends_at: Generated<number | null>
    /** The id of an uploaded picture. Null: the picture is made of their initials. */
    picture: Generated<string | null>
    /** They said that they are away. */
    away: Generated<boolean>
  }
  /** Uploaded pictures of people. */
  pictures: { team_id: string; id: string; user_id: string; type: string; bytes: Uint8Array }
  /** Browsers of people, and sockets of apps, that are connected. What is not renewed is over at `kept_until`. */
  connections: { team_id: string; user_id: string; id: string; active_at: number; kept_until: number }
  usergroups: {
    team_id: string
    id: string
    handle: string
    name: string
    users: Json<string[]>
    description: Generated<string>
    /** The channels that members of the group are recommended. */
    default_channels: Generated<Json<string[]>>
    created_by: Generated<string | null>
    created_at: Generated<number>
    updated_by: Generated<string | null>
    updated_at: Generated<number>
    disabled_by: Generated<string | null>
    /** Null while the group is in use. */
    disabled_at: Generated<number | null>
  }
  emoji: { team_id: string; name: string; value: string }
  /** What people have typed and not sent. */
  drafts: {
    team_id: string
    user_id: string
    channel_id: string
    /** The root of the thread, or '' for the channel itself. */
    thread_ts: string
    /** Null: it was sent or deleted at that time. */
    draft: Json<StoredDraft> | null
    /** The beginning of its text. */
    excerpt: string
    typed_at: number
  }
  /** Messages that people keep for later. Times are in Unix milliseconds. */
  saved_messages: {
    team_id: string
    user_id: string
    channel_id: string
    ts: string
    saved_at: number
    /** When the person was done with it; null while they are not. */
    done_at: number | null
    /** When they are to be reminded of it. */
    remind_at: number | null
    /** When they were, since they last asked for it. */
    reminded_at: number | null
  }
  /** How people have arranged their sidebar. */
  sidebars: { team_id: string; user_id: string; layout: Json<SidebarLayout> }
  /** Up to when a person has seen the reactions to their messages, and until when they do not want to be disturbed. */
  activity_marks: { team_id: string; user_id: string; seen_at: number; quiet_until: Generated<number> }
  /** How people want the web client to look, and what they want to be notified of; who has no row has chosen nothing. */
  preferences: {
    team_id: string
    user_id: string
    chosen: Json<StoredPreferences>
    notify: Generated<NotifyRule | null>
  }
  /** People signed in with a browser. */
  sessions: {
    hash: string
    team_id: string
    user_id: string
    created_at: number
    expires_at: number
    /** The names of the browser and of its system; `''` or null if they are not known. */
    browser: Generated<string | null>
    system: Generated<string | null>
    /** When it was last used, to the hour. Null: not since this is kept. */
    active_at: Generated<number | null>
  }
  /** Browsers that people have signed in with before, by the hash of a secret. */
  known_browsers: { team_id: string; user_id: string; hash: string; expires_at: number }
  /** [NTF-9] Where a browser takes pushes, and the keys that they are encrypted for. It belongs to a session, by its hash. */
  push_subscriptions: {
    team_id: string
    session: string
    user_id: string
    endpoint: string
    /** The scheme, host and port of `endpoint`. */
    origin: string
    p256dh: string
    auth: string
    /** Whether names and words may be in it. */
    shows_text: boolean
  }
  /** [NTF-10] Messages that may concern the person of a subscription. Whether they do is decided at `due_at`. */
  pushes: {
    team_id: string
    session: string
    channel_id: string
    ts: string
    /** How often it was tried. */
    attempt: number
    due_at: number
    /** [LAT-6] The person wanted to be reminded of the message. */
    reminds: Generated<boolean>
  }
  /** [NTF-10] Windows of people that are in sight, by the id of their connection. What is not renewed is over at `kept_until`. */
  windows_in_sight: { team_id: string; user_id: string; id: string; kept_until: number }
}

/** A draft as the browser made it. */
export interface StoredDraft {
  /** Markdown, with names for those who were picked. */
  text: string
  picked: { start: number; end: number; id: string }[]
  /** The same as the editor has it. */
  document?: EditorNode
}

/** Sections that a person made, in their order, and what they chose for the list. */
export interface SidebarLayout {
  sections: { id: string; name: string; emoji: string; channels: string[] }[]
  /** The sections that are closed: those that the person made by id, the others by their kind. */
  closed: string[]
  /** Channels with unread messages come first in each section. */
  unread_first: boolean
}

/** What a person has chosen for the web client. Missing is what it does by itself. */
export interface StoredPreferences {
  theme?: 'system' | 'light' | 'dark'
  density?: 'comfortable' | 'compact'
  /** Hours from 1 to 12, from 0 to 23, or as the browser's language has them. */
  clock?: 'language' | '12' | '24'
  language?: 'browser' | 'en' | 'de'
  /** Whether keys such as `?` act alone, without Ctrl, Cmd or Alt. */
  single_keys?: 'on' | 'off'
}

/** What a person says about themselves, beyond their names and address. Missing is empty. */
export interface StoredProfile {
  title?: string
  phone?: string
  skype?: string
  pronouns?: string
  /** The parts of the real name, if they were given one by one. */
  first_name?: string
  last_name?: string
  status_text?: string
  /** With colons: `:palm_tree:`. */
  status_emoji?: string
}
