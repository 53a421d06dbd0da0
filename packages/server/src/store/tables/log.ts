import type { Chunk } from '@rivulet/blocks/types'
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'
import type { Change } from './change.ts'

/** The log table, and the teams that move. */
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
    /** The epoch of the database in which this log began, if the team has moved here from another. */
    epoch: Generated<string | null>
  }
  /** Only on PostgreSQL: teams that move to or from another database, or have moved. */
  team_moves: {
    team_id: string
    /**
     * `leaving`: it is copied, and works. `closed`: it takes no writes. `moved`: it is elsewhere. `arriving`: it is being copied to
     * here. `arrived`: it came here, and works.
     */
    state: 'leaving' | 'closed' | 'moved' | 'arriving' | 'arrived'
    /** The id of the move, which both databases know. */
    move: string
    at: number
  }
  /** Only on PostgreSQL: rows of teams that are leaving, changed since their table was copied. `key`: a JSON array. */
  team_move_changes: { team_id: string; n: Generated<number>; of_table: string; key: string }
  /** Only on PostgreSQL: the hashes of tokens, sessions, webhooks and other secrets of teams that are elsewhere, or not here yet. */
  moved_hashes: { team_id: string; hash: string }
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
  | 'activity'
  | 'draft'
  | 'saved'
  | 'sidebar'
  | 'preferences'
  | 'view'
  | 'user'
  | 'usergroup'
  | 'presence'
  | 'token'
  | 'session'
  | 'team'
  | 'app'
