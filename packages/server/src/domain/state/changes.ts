import type { ChannelState, FileState } from './state.ts'

/** One thing that is different in the second of two states, and what it is about. */
export type StateChange =
  | ({
      change: 'posted'
      text: string
      thread_ts?: string
      only_for?: string
      stream?: string
      files?: string[]
    } & OfMessage)
  | ({ change: 'edited'; text: string; before: string } & OfMessage)
  | ({ change: 'deleted'; text: string } & OfMessage)
  /** More was streamed, or the stream ended: `stream` is its state, `text` the Markdown so far. */
  | ({ change: 'streamed'; text: string; stream: string; ended_by?: string } & OfMessage)
  | ({ change: 'reacted' | 'unreacted'; name: string; by: string } & OfMessage)
  | { change: 'pinned' | 'unpinned'; channel: string; ts: string; by: string }
  | { change: 'bookmarked' | 'changed bookmark' | 'removed bookmark'; channel: string; title: string; link: string }
  | { change: 'created channel'; channel: string; name: string; kind: ChannelState['kind']; members: string[] }
  | { change: 'deleted channel' | 'archived' | 'unarchived'; channel: string; name: string }
  | { change: 'renamed channel' | 'set topic' | 'set purpose'; channel: string; before: string; after: string }
  | { change: 'joined' | 'left'; channel: string; user: string }
  | { change: 'shared file' | 'deleted file'; file: string; name: string; user: string; sha256: FileState['sha256'] }
  | { change: 'set status' | 'cleared status'; channel: string; thread_ts: string; app: string; text: string }
  | { change: 'titled' | 'suggested prompts'; channel: string; thread_ts: string; title?: string; prompts?: unknown[] }
  | { change: 'set session status'; channel: string; thread_ts: string; app: string; status: string }
  | {
      change: 'opened view' | 'updated view' | 'closed view'
      view: string
      type: string
      app: string
      user: string
      title?: string
    }
  | {
      change: 'scheduled' | 'rescheduled' | 'unscheduled'
      id: string
      channel: string
      user: string
      post_at: number
      text: string
    }
  | { change: 'created group' | 'changed group' | 'removed group'; group: string; handle: string; users: string[] }
  | {
      change: 'added person' | 'changed person' | 'deactivated person' | 'reactivated person'
      user: string
      name: string
    }
  | { change: 'installed app' | 'uninstalled app'; app: string; name: string }

interface OfMessage {
  channel: string
  ts: string
  /** Who wrote the message. */
  user: string
  app?: string
}
