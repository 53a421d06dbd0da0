import type { Attachment, Block } from '@rivulet/blocks/types'
import type { StreamedReply } from '@rivulet/blocks/streamedReply'
import type { Notice } from '#store/tables/notice'

export interface ViewerMessage {
  ts: string
  /** Replies: the ts of the root. */
  thread_ts?: string
  user: string
  app_id?: string
  username?: string
  icon_emoji?: string
  icon_url?: string
  text: string
  blocks: Block[]
  /** The users and user groups that it mentions, and `everyone`; left out if there are none. */
  mentions?: string[]
  /** Shown below the blocks; left out if there are none. */
  attachments?: Attachment[]
  /** The id that the browser sent it with. */
  client_msg_id?: string
  edited: boolean
  /** A deleted root, kept without content because it has replies. */
  deleted?: true
  /** The root of a thread with an assistant. It has no content and marks the start of a conversation. */
  begins?: true
  /** A system message: what happened in the channel. `text` says the same for apps. */
  notice?: Notice
  /** What its author does, written with /me. */
  me?: true
  /** A reply that was sent to the channel too. */
  broadcast?: true
  /** In an `ephemeral` frame: only this viewer sees the message. */
  ephemeral?: true
  /** The shared files; left out if there are none. */
  files?: ViewerFile[]
  /** In the order in which each emoji was first used; left out if there are none. */
  reactions?: ViewerReaction[]
  /** Who pinned the message to the channel, and when in Unix milliseconds. */
  pinned?: { by: string; at: number }
  /** Only on roots with replies. */
  replies?: { count: number; users: string[]; latest: string }
  streaming_state?: 'in_progress' | 'completed' | 'errored'
  /** Who or what ended the stream. */
  ended_by?: 'app' | 'reader' | 'idle' | 'lifetime' | 'error'
  /** An open stream up to delta `n`. `null`: this viewer sees it only when it has ended. */
  stream?: { n: number; display: 'timeline' | 'plan'; reply: StreamedReply } | null
}

/** `null`: the file was deleted. */
export type ViewerFile = {
  id: string
  name: string
  title: string
  /** Describes an image. */
  alt: string
  /** In bytes. */
  size: number
  /** Whether it is an image that browsers can show. */
  image: boolean
  /** Paths on this server: `look` opens the file, `save` downloads it. */
  look: string
  save: string
} | null

export interface ViewerReaction {
  /** The emoji's canonical name, without colons. */
  name: string
  /** Who reacted with it, in order. */
  users: string[]
}

export interface ViewerStatus {
  thread_ts: string
  app_id: string
  /** The app's user, for the avatar. */
  user: string
  /** As shown: the app's name and the status. */
  text: string
  loading_messages: string[]
  icon_emoji?: string
  icon_url?: string
  /** When the status ends, in Unix milliseconds by the server's clock. */
  ends_at: number
}

/** What apps have set on a thread. */
export interface ViewerThread {
  /** The ts of the root; empty for a direct message itself, outside its threads. */
  thread_ts: string
  /** In mrkdwn. */
  title?: string
  /** Suggested prompts, shown until somebody writes in the thread or, without a thread, in the direct message. */
  suggestions?: { title?: string; app_id: string; prompts: { title: string; message: string }[] }
  agents: ViewerAgent[]
}

/** An agent's part in a thread. */
export interface ViewerAgent {
  app_id: string
  user: string
  status: 'active' | 'processing' | 'suspended' | 'closed'
  /** When `processing` becomes `active`, in Unix milliseconds by the server's clock. */
  ends_at?: number
  /** The agent is at work, and `stop` with the thread's ts ends that. */
  stoppable?: true
  username?: string
  icon_emoji?: string
  icon_url?: string
}

/** [SRC-10] A message that was found. */
export interface ViewerMatch extends Pick<
  ViewerMessage,
  'ts' | 'thread_ts' | 'user' | 'app_id' | 'username' | 'icon_emoji' | 'icon_url'
> {
  channel: string
  /** What is around the first word that was found, as mrkdwn. Found words stand between U+E000 and U+E001. */
  text: string
}

/** [NTF-5] Something that concerns this viewer. The author, `ts` and `text` are those of the message that it is about. */
export interface ViewerActivity extends ViewerMatch {
  /** `thread`: there are replies in a thread that the viewer takes part in; the message is the newest one. */
  kind: 'mention' | 'thread' | 'reaction'
  /** When, as a ts; it orders the list. */
  at: string
  unread: boolean
  /** `thread`: the root, and the number of replies that the viewer has not read, at most 10. */
  root?: { user: string; text: string }
  fresh?: number
  /** `reaction`: who reacted, and with which emoji. The message is one of the viewer's own. */
  reaction?: { user: string; name: string }
}

/** A message that is pinned to a channel, in the list of all of them. */
export interface ViewerPin {
  message: ViewerMessage
  by: string
  at: number
}

/** A link above the messages of a channel. */
export interface ViewerBookmark {
  id: string
  title: string
  link: string
  /** `:name:`, or empty. */
  emoji: string
}

/** [DRF-1] Where the viewer has typed something that is not sent. */
export interface DraftEntry {
  channel: string
  thread_ts?: string
  /** The beginning of its text. */
  excerpt: string
  /** When it was typed, in Unix milliseconds by the server's clock. */
  at: number
}

/** A message that this viewer has scheduled. */
export interface ViewerScheduled {
  id: string
  channel: string
  thread_ts?: string
  /** The beginning of its text. */
  text: string
  /** When it is sent, in Unix milliseconds by the server's clock. */
  post_at: number
  /** Why it could not be sent: an error code of the Web API, and a sentence. */
  failure?: { error: string; detail: string }
}

/** [MSG-35] What a message says, or said before it was edited. */
export interface ViewerVersion {
  /** Since when, in Unix milliseconds by the server's clock. */
  at: number
  blocks: Block[]
}
