import type { Attachment, Block } from '@rivulet/blocks/types'
import type { SessionStatus } from './threads.ts'

/** What only a log entry knows about a change. Readers look up how things are now, but not how they were before. */
export type Change =
  | { type: 'posted'; streams: boolean }
  | { type: 'changed'; before: Before }
  | { type: 'ended' }
  /** `metadataType` names the metadata that it had. */
  | { type: 'deleted'; metadataType?: string }
  | { type: 'reacted' | 'unreacted'; name: string }
  /** The subject of the entry pinned or unpinned a message. `by` and `at` (Unix milliseconds) are those of the pin. */
  | { type: 'pinned' | 'unpinned'; by: string; at: number }
  /** What happened to a file in a channel. An app that is in one of the channels `told` knows of it already. */
  | { type: 'file_created' | 'file_deleted' | 'file_unshared'; file: string; told: string[] }
  | { type: 'joined'; inviter: string | null }
  | { type: 'left'; by?: string }
  /** A function of an app was started. The subject is the bot user of the app. */
  | { type: 'function_executed'; execution: string }
  | { type: 'created' | 'archived' | 'unarchived'; by: string }
  | { type: 'renamed'; name: string }
  /** The subject opened a direct message again, or closed it. */
  | { type: 'opened' | 'closed' }
  /** A person opened the app of a direct message. */
  | { type: 'app_opened'; tab: 'home' | 'messages'; looking: string | null }
  /** A person started a thread with an assistant, or views another channel next to it. `looking` is the viewed channel. */
  | { type: 'thread_started' | 'thread_looks'; looking: string | null }
  /** A person views another channel next to an agent. */
  | { type: 'looks'; looking: string | null }
  /** The subject of the entry stopped the app in a thread. These streams ended. */
  | { type: 'session_stopped'; app: string; streams: string[] }
  | { type: 'titled'; title: string; before: string | null }
  /** An agent changed its status in a thread. These are the statuses of all its agents. */
  | { type: 'session_changed'; before: AgentStatusThen[]; after: AgentStatusThen[] }
  /** A person changed: only their status, or more. */
  | { type: 'user_changed'; what: 'status' | 'profile' }
  /** A person joined the team. */
  | { type: 'team_joined' }
  /** A user group is new, or changed. Added and removed are its members. */
  | { type: 'group_created' }
  | { type: 'group_changed'; what: 'facts' | 'members'; before: number; added: string[]; removed: string[] }
  /** The app was uninstalled. It still receives the event. */
  | { type: 'uninstalled'; app: string }
  /** Tokens of the app were revoked, of these people and bot users. */
  | { type: 'tokens_revoked'; app: string; people: string[]; bots: string[] }

/** The status of an agent in a thread at some time. */
export interface AgentStatusThen {
  app_id: string
  user_id: string
  status: SessionStatus
  processing_ends_at: number | null
}

/** Everything about a message that can change. */
interface Before {
  text: string
  blocks: Block[]
  markdown: string | null
  metadata: object | null
  streaming_state: 'in_progress' | 'completed' | 'errored' | null
  edited_at: number | null
  /** Missing in entries of older versions. */
  subtype?: 'assistant_app_thread' | 'thread_broadcast' | 'me_message' | null
  attachments?: Attachment[] | null
}
