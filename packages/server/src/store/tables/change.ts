import type { Block } from '@rivulet/blocks/types'

/** What only a log entry knows about a change. Readers look up how things are now, but not how they were before. */
export type Change =
  | { type: 'posted'; streams: boolean }
  | { type: 'changed'; before: Before }
  | { type: 'ended' }
  | { type: 'deleted' }
  | { type: 'reacted' | 'unreacted'; name: string }
  | { type: 'joined'; inviter: string | null }
  | { type: 'left' }
  | { type: 'created' | 'archived' | 'unarchived'; by: string }
  | { type: 'renamed'; name: string }
  /** A person opened the app of a direct message. */
  | { type: 'app_opened'; tab: 'home' | 'messages'; looking: string | null }
  /** A person started a thread with an assistant, or views another channel next to it. `looking` is the viewed channel. */
  | { type: 'thread_started' | 'thread_looks'; looking: string | null }
  /** A person views another channel next to an agent. */
  | { type: 'looks'; looking: string | null }
  /** The subject of the entry stopped the app in a thread. These streams ended. */
  | { type: 'session_stopped'; app: string; streams: string[] }
  | { type: 'titled'; title: string; before: string | null }
  /** The app was uninstalled. It still receives the event. */
  | { type: 'uninstalled'; app: string }
  /** Tokens of the app were revoked, of these people and bot users. */
  | { type: 'tokens_revoked'; app: string; people: string[]; bots: string[] }

/** Everything about a message that can change. */
interface Before {
  text: string
  blocks: Block[]
  markdown: string | null
  metadata: object | null
  streaming_state: 'in_progress' | 'completed' | 'errored' | null
  edited_at: number | null
  /** Missing in entries of older versions. */
  subtype?: 'assistant_app_thread' | 'thread_broadcast' | null
}
