import type { ViewerMessage } from './viewerMessages.ts'

/** [LAT-1] A message that the viewer keeps for later. Times are in Unix milliseconds by the server's clock. */
export interface SavedEntry {
  channel: string
  ts: string
  saved_at: number
  /** When the viewer was done with it. */
  done_at?: number
  /** When they are to be reminded of it. */
  remind_at?: number
  /** When they were reminded of it. */
  reminded_at?: number
}

/** What people keep for later. Answered by `done`, `later` by `later`, or by `refused`. */
export type LaterFrame =
  /**
   * Keeps a message, or changes how it is kept. `done`: the person is done with it. `remind_at`: when they are to be
   * reminded of it; 0 for no reminder.
   */
  | { type: 'save'; id: string; channel: string; ts: string; done?: boolean; remind_at?: number }
  | { type: 'unsave'; id: string; channel: string; ts: string }
  /** Asks for what is kept, or for what is done. `after`: the last message that an earlier answer had. */
  | { type: 'later'; id: string; show: 'open' | 'done'; after?: { channel: string; ts: string } }

export type LaterServerFrame =
  /**
   * What the viewer keeps has changed; null: it is not kept any more. `reminder` is the message, if they were reminded of
   * it.
   */
  | {
      type: 'later_changed'
      seq: number
      channel: string
      ts: string
      saved: SavedEntry | null
      reminder?: ViewerMessage
    }
  /** What was asked for, with its messages. */
  | { type: 'later'; id: string; items: { saved: SavedEntry; message: ViewerMessage }[]; has_more: boolean }
