import type { DatabaseSync } from 'node:sqlite'
import { LogWriter } from './logWriter.ts'

export type GroupStatements = ReturnType<typeof prepareGroupStatements>

/** Prepares the statements of every group of writes. */
export function prepareGroupStatements(main: DatabaseSync) {
  return {
    begin: main.prepare('begin immediate'),
    commit: main.prepare('commit'),
    log: new LogWriter(main),
  }
}
