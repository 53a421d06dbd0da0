import type { Generated } from 'kysely'
import type { AnswerTables } from './answers.ts'
import type { Sealed } from '#store/secrets/secrets'
import type { AppTables } from './apps.ts'
import type { Json } from './columns.ts'
import type { ChannelTables } from './channels.ts'
import type { FileTables } from './files.ts'
import type { InteractionTables } from './interactions.ts'
import type { LogTables } from './log.ts'
import type { MessageTables } from './messages.ts'
import type { PeopleTables } from './people.ts'
import type { ThreadTables } from './threads.ts'

/**
 * Every table, with rows as both databases return them: booleans are booleans, `Json` columns are parsed, times are Unix
 * milliseconds, a `ts` is text as on the wire, `<seconds>.<microseconds>`.
 */
export interface Tables
  extends
    PeopleTables,
    ChannelTables,
    MessageTables,
    FileTables,
    ThreadTables,
    AppTables,
    InteractionTables,
    AnswerTables,
    LogTables {
  meta: { key: string; value: string }
  /** Only on PostgreSQL: the processes that share it. One is alive until this time of the database's clock. */
  nodes: { id: string; until: number }
  /** Only on PostgreSQL: what one process does for all, as long as it lives. */
  leases: { name: 'sweeps'; node: string }
  /** Only on PostgreSQL: requests that a person waits for, from one process to another. */
  handovers: {
    team_id: string
    id: string
    app_id: string
    request: Sealed
    asked_by: string
    asked_at: number
    /** The process that has accepted it. */
    node: Generated<string | null>
    reply: Generated<Sealed | null>
  }
  /** When the messages of a team that has a limit were written, those of an app by its id, and of all together by ''. */
  message_counts: { team_id: string; app_id: string; times: Json<number[]> }
  /** How many events an app over HTTP got in a minute that began then; whether it was told that there were too many. */
  event_counts: { team_id: string; app_id: string; minute: number; events: number; reported: boolean }
  /** Secrets of the server itself. */
  server_secrets: { name: string; value: Sealed }
}
