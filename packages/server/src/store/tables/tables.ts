import type { AnswerTables } from './answers.ts'
import type { AppTables } from './apps.ts'
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
}
