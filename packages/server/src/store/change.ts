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

/** All of a message that can change. */
interface Before {
  text: string
  blocks: Block[]
  markdown: string | null
  metadata: object | null
  streaming_state: 'in_progress' | 'completed' | 'errored' | null
  edited_at: number | null
}
