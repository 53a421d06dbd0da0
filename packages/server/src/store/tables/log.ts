import type { Chunk } from '@rivulet/blocks/types'
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'
import type { Change } from './change.ts'

/** The log table. */
export interface LogTables {
  /** What happened, in order. Entries are only added, and deleted once nobody needs them. */
  log: {
    seq: Generated<number>
    team_id: string
    kind: LogKind
    channel_id: string | null
    /** The message, stream or thread it is about. */
    ts: string | null
    /** The user, app or token hash it is about. For a delta, its mode: `text` or `chunks`. */
    subject: string | null
    /** Deltas only: 1, 2, 3 … in their stream. */
    n: number | null
    /** Deltas only: code points of text in the stream so far. */
    total: number | null
    at: number
    /** Deltas only. */
    body: Json<Chunk[]> | null
    /** What events for apps are made of. Null if there are none, or once they are in the outbox. */
    change: Json<Change> | null
  }
}

export type LogKind =
  | 'message'
  | 'deleted'
  | 'ephemeral'
  | 'reaction'
  | 'delta'
  | 'status'
  | 'thread'
  | 'channel'
  | 'member'
  | 'read'
  | 'view'
  | 'user'
  | 'token'
  | 'team'
  | 'app'
