import type { Chunk } from '@rivulet/blocks/types'
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'
import type { Change } from './change.ts'

/** The log table. */
export interface LogTables {
  /** What happened in each team, in order. Entries are only added, and deleted once nobody needs them. */
  log: {
    /** Increases within each team. On PostgreSQL each team counts 1, 2, 3 …; on SQLite all teams share one sequence. */
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
  /** Only on PostgreSQL. */
  team_log: {
    team_id: string
    /** The newest number of the team's log. Who logs something takes the next ones, and holds this row until the commit. */
    last: Generated<number>
    /** The number of the newest entry that made something untrue which processes remember of the team. */
    changed: Generated<number>
    /** How often the log was found to have gone back. */
    history: Generated<number>
  }
}

export type LogKind =
  | 'message'
  | 'deleted'
  | 'ephemeral'
  | 'reaction'
  | 'pin'
  | 'bookmark'
  | 'scheduled'
  | 'file'
  | 'delta'
  | 'status'
  | 'thread'
  | 'channel'
  | 'member'
  | 'read'
  | 'view'
  | 'user'
  | 'usergroup'
  | 'presence'
  | 'token'
  | 'session'
  | 'team'
  | 'app'
