import type { DatabaseSync } from 'node:sqlite'
import { prepareLogInsert } from './insertLogEntries.ts'

export type GroupStatements = ReturnType<typeof prepareGroupStatements>

/** Prepares the statements of every group of writes. */
export function prepareGroupStatements(main: DatabaseSync) {
  return {
    begin: main.prepare('begin immediate'),
    commit: main.prepare('commit'),
    insertEntries: prepareLogInsert(main),
  }
}
