/** All that people and apps have made of a team, as JSON that is the same wherever the same is stored. */
export interface WorkspaceState {
  version: 1
  team: { id: string; name: string; domain: string }
  people: PersonState[]
  apps: { id: string; name: string; bot_user: string }[]
  channels: ChannelState[]
  /** By channel, then by ts. Messages for one person alone are among them, with `only_for`. */
  messages: MessageState[]
  files: FileState[]
  usergroups: { id: string; handle: string; name: string; users: string[]; disabled: boolean }[]
  /** The lines "Scout is thinking…". */
  statuses: { channel: string; thread_ts: string; app: string; text: string }[]
  /** What apps have set for threads; `thread_ts` is empty for the direct message itself. */
  threads: { channel: string; thread_ts: string; title?: string; prompts?: unknown[] }[]
  sessions: { channel: string; thread_ts: string; app: string; status: string }[]
  /** Modals and homes. */
  views: ViewState[]
  scheduled: ScheduledState[]
}

export interface PersonState {
  id: string
  name: string
  real_name: string
  display_name: string
  email?: string
  admin: boolean
  deactivated: boolean
  title: string
  status_text: string
  status_emoji: string
}

export interface ChannelState {
  id: string
  name: string
  kind: 'public' | 'private' | 'im' | 'mpim' | 'canvas'
  archived: boolean
  topic: string
  purpose: string
  creator?: string
  members: string[]
  pins: { ts: string; user: string }[]
  bookmarks: { id: string; title: string; link: string; emoji: string }[]
}

export interface MessageState {
  channel: string
  ts: string
  /** The root, of a reply. */
  thread_ts?: string
  user: string
  app?: string
  subtype?: string
  /** The person who alone sees it. */
  only_for?: string
  text: string
  blocks: unknown[]
  attachments?: unknown[]
  markdown?: string
  metadata?: unknown
  username?: string
  edited: boolean
  /** Ids. */
  files: string[]
  reactions: { name: string; users: string[] }[]
  /** `ended_by` is missing while it is open. */
  stream?: { state: string; ended_by?: string }
}

export interface FileState {
  id: string
  name: string
  title: string
  alt: string
  size: number
  user: string
  channels: string[]
  /** Null for a file of more than 16 MiB. */
  sha256: string | null
}

export interface ViewState {
  id: string
  app: string
  user: string
  type: string
  /** The modal at the bottom of its stack. */
  root: string
  title?: string
  callback_id?: string
  blocks: unknown[]
}

export interface ScheduledState {
  id: string
  channel: string
  user: string
  app?: string
  thread_ts?: string
  /** Unix seconds. */
  post_at: number
  text: string
  /** Why it could not be sent. */
  failure?: string
}
