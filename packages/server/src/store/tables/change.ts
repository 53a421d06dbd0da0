import type { Block } from '@rivulet/blocks/block'

/** What an entry of the log alone knows: how things are now is looked up, how they were before is not there any more. */
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
  /** A person began a thread with an assistant, or looks at another channel beside it. */
  | { type: 'thread_started' | 'thread_looks'; looking: string | null }
  /** A person looks at another channel beside an agent. */
  | { type: 'looks'; looking: string | null }
  /** Its subject stopped what the app was at in a thread; these streams ended by that. */
  | { type: 'session_stopped'; app: string; streams: string[] }
  | { type: 'titled'; title: string; before: string | null }
  /** The app is in the team no more. It is told nevertheless. */
  | { type: 'uninstalled'; app: string }
  /** Tokens of the app ended before their time: of these people and bot users. */
  | { type: 'tokens_revoked'; app: string; people: string[]; bots: string[] }

/** All of a message that can change. */
interface Before {
  text: string
  blocks: Block[]
  markdown: string | null
  metadata: object | null
  streaming_state: 'in_progress' | 'completed' | 'errored' | null
  edited_at: number | null
  /** An entry from before there was one has none. */
  subtype?: 'assistant_app_thread' | 'thread_broadcast' | null
}
