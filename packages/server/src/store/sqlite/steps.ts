import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Blobs } from '#store/blobs/blobs'
import type { Db, LogEntry, Tx, Work } from '#store/db'
import type { Gate, Guard } from './dialect.ts'
import type { Wal } from './wal.ts'

/** The connections of one database, and what goes with them. */
export interface Connections {
  main: DatabaseSync
  blobs: Blobs
  /** Stays on what is on stable storage. */
  reader: DatabaseSync
  snapshots: DatabaseSync
  tx: Tx & { work: Work }
  db: Db
  /** For snapshots: one at a time. */
  still: Db
  gate: Gate
  inMemory: boolean
  guard: Guard
  /** Undefined in memory. */
  wal: Wal | undefined
}

export type Steps = ReturnType<typeof prepareSteps>

/** What every group and every reader does, compiled once. */
export function prepareSteps(main: DatabaseSync, reader: DatabaseSync, snapshots: DatabaseSync) {
  const anything = 'select key from meta limit 1'
  return {
    begin: main.prepare('begin immediate'),
    commit: main.prepare('commit'),
    insertEntries: entryWriter(main),
    // A transaction sees the moment of its first read.
    beginReading: reader.prepare('begin'),
    firstRead: reader.prepare(anything),
    endReading: reader.prepare('rollback'),
    beginSnapshot: snapshots.prepare('begin'),
    firstOfSnapshot: snapshots.prepare(anything),
    endSnapshot: snapshots.prepare('rollback'),
  }
}

/** Where the job that runs began to change things: to undo them apart from what else is in its transaction. */
export class Savepoint {
  /** Whether the job has changed anything. */
  made = false
  readonly #main: DatabaseSync
  readonly #make: StatementSync
  readonly #rollBack: StatementSync
  readonly #release: StatementSync

  constructor(main: DatabaseSync) {
    this.#main = main
    this.#make = main.prepare('savepoint one')
    this.#rollBack = main.prepare('rollback to one')
    this.#release = main.prepare('release one')
  }

  /** Another job begins. */
  forget(): void {
    this.made = false
  }

  /** Before each change; only the first makes one. */
  make(): void {
    if (!this.made) this.#make.run()
    this.made = true
  }

  rollBack(): void {
    if (this.made) this.#rollBack.run()
  }

  release(): void {
    if (this.made && this.#main.isTransaction) this.#release.run()
  }
}

/** Rows of one statement. A statement of eight costs two thirds of eight statements. */
const many = 8

function entryWriter(main: DatabaseSync): (entries: readonly LogEntry[]) => void {
  const row = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
  const into = 'insert into log (team_id, kind, channel_id, ts, subject, n, total, at, body, change) values'
  const one = main.prepare(`${into} ${row}`)
  const several = main.prepare(`${into} ${Array.from({ length: many }, () => row).join(', ')}`)
  return (entries) => {
    let next = 0
    for (; next + many <= entries.length; next += many) {
      const values: SQLInputValue[] = []
      for (let i = next; i < next + many; i++) addValues(values, entries[i])
      several.run(...values)
    }
    for (; next < entries.length; next++) {
      const values: SQLInputValue[] = []
      addValues(values, entries[next])
      one.run(...values)
    }
  }
}

function addValues(values: SQLInputValue[], entry: LogEntry | undefined): void {
  if (!entry) return
  const { team_id, kind, channel_id = null, ts = null, subject = null, n = null, total = null, at } = entry
  values.push(team_id, kind, channel_id, ts, subject, n, total, at, jsonOf(entry.body), jsonOf(entry.change))
}

function jsonOf(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null
}
