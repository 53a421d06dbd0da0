import type { ShownView } from '#domain/interactions/interactions'

export interface ViewerUser {
  id: string
  name: string
  real_name: string
  /** The name to show: the display name, or else the real name, or else the name. */
  label: string
  tz: string
  locale: string
  deleted: boolean
  admin?: true
  title?: string
  phone?: string
  pronouns?: string
  /** Only of people. */
  email?: string
  /** `ends_at`: in Unix milliseconds, or null if it stays. Do not show it once it has ended. */
  status?: { text: string; emoji: string; ends_at: number | null }
  /** They said that they are away. */
  away?: true
  /** The path of their own picture. Left out: show their initials. */
  picture?: string
  /** Only on bot users. */
  app_id?: string
  /** The app's one-line description, or what it says of itself as an agent or assistant. */
  description?: string
  /** What it says of itself as an agent or assistant, if that is something else. */
  agent_description?: string
  /** The prompts that an app suggests in an empty thread. */
  prompts?: { title: string; message: string }[]
  /** The app has a Home tab. */
  home?: true
  /** Left out if people can write to the app. `off`: there are no messages. `read_only`: only the app writes. */
  messages?: 'off' | 'read_only'
  /** The app is an assistant: people talk to it in threads. A message outside them goes to the newest one. */
  converses?: true
  /** The app is an agent: in its direct message, each message outside of threads begins a conversation. */
  agent?: true
  /** The app is told when a person presses Stop. */
  handles_stop?: true
}

/** [SDB-1] How the viewer has arranged the sidebar. */
export interface ViewerSidebar {
  /** The sections that the viewer made, in their order. `emoji`: `:name:`, or empty. A channel is in one at most. */
  sections: { id: string; name: string; emoji: string; channels: string[] }[]
  /** The ids of those that are closed, or `channels`, `apps`, `direct`. */
  closed: string[]
  /** Channels with unread messages come first in each section. */
  unread_first: boolean
}

export interface ViewerUsergroup {
  id: string
  handle: string
  name: string
  /** How many people are in it. A page asks who they are. */
  members: number
  /** Whether the viewer is in it. */
  mine?: true
  description?: string
  /** It is not in use, and cannot be mentioned any more. */
  disabled?: true
}

/** A modal or a home, which an app shows to one person. */
export type ViewerView = ShownView

/** A slash command. `command` includes the slash: `/ask`. */
export interface ViewerCommand {
  app_id: string
  command: string
  description: string
  usage_hint?: string
}

export interface ViewerShortcut {
  app_id: string
  callback_id: string
  /** Usable anywhere, or on a message. */
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
  /** Whether this viewer is a member. Only members are sent `message` frames of channels they do not watch. */
  member: boolean
  /** Who may post in the channel, and where. */
  posting: 'everyone' | 'read_only' | 'threads_only'
  /** False: the channel allows no replies. */
  threads: boolean
  members: string[]
  /** The ts of the newest message; `null` in an empty channel. */
  latest: string | null
  /** How far this viewer has read; `null` if the viewer is no member. */
  last_read: string | null
  /**
   * The ts of the first messages by others after `last_read`, replies included, system messages not. At most 10: then
   * there may be more.
   */
  unread: string[]
  /** Those of them that mention the viewer, one of their user groups or everybody, at most 10. */
  mentions: string[]
  /** The viewer does not want to be told of anything that happens here. */
  muted?: true
  /** What the viewer is notified of, if it is not what is usual: `all` in direct messages, elsewhere `mentions`. */
  notify?: 'all' | 'mentions' | 'nothing'
  /** Set on a direct message that this viewer has closed: it is hidden while nothing newer than this ts was posted. */
  closed_at: string | null
}

/** [SES-12] A browser that the viewer is signed in with. Times are in Unix milliseconds. */
export interface ViewerSession {
  id: string
  /** The names of the browser and of its system; `''` if they are not known. */
  browser: string
  system: string
  created_at: number
  /** When it was last used, to the hour. */
  active_at: number
  /** It is the one that asks. */
  current: boolean
}

/** [WEB-16] What the viewer has chosen for the client. What is left out is what it does by itself. */
export interface ViewerPreferences {
  theme?: 'system' | 'light' | 'dark'
  density?: 'comfortable' | 'compact'
  /** Hours from 1 to 12, from 0 to 23, or as the browser's language has them. */
  clock?: 'language' | '12' | '24'
  language?: 'browser' | 'en' | 'de'
  /** Whether keys such as `?` act alone, without Ctrl, Cmd or Alt. */
  single_keys?: 'on' | 'off'
  /** What the person is notified of where a channel says nothing else. */
  notify?: 'all' | 'mentions' | 'nothing'
}
