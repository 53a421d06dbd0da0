import type { Insertable } from 'kysely'
import type { Tables } from '#store/tables/tables'
import type { Clock } from './clock.ts'

export type LogEntry = Omit<Insertable<Tables['log']>, 'seq'>
/** A new entry. Without `at` it gets the time at which it is logged. */
export type NewLogEntry = Omit<LogEntry, 'at'> & Partial<Pick<LogEntry, 'at'>>

/** What a transaction does besides its queries: log entries, and what follows its commit or rollback. */
export class UnitOfWork {
  readonly entries: LogEntry[] = []
  readonly #clock: Clock
  #onRollback: (() => void)[] | undefined
  #onCommit: (() => void)[] | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Logs what happened. Entries are written at the end of the transaction, so that their numbers are in the order of the
   * commits and a reader with a cursor never skips one.
   */
  log(entry: NewLogEntry): void {
    this.entries.push(hasTime(entry) ? entry : { ...entry, at: this.#clock.now() })
  }

  /** Registers what undoes changes in memory if the transaction is rolled back. */
  onRollback(undo: () => void): void {
    ;(this.#onRollback ??= []).push(undo)
  }

  /** Registers what runs once the transaction is on stable storage, before its caller is answered. */
  onCommit(run: () => void): void {
    ;(this.#onCommit ??= []).push(run)
  }

  runOnCommit(): void {
    for (const run of this.#onCommit ?? []) run()
  }

  runOnRollback(): void {
    for (const undo of this.#onRollback?.toReversed() ?? []) undo()
  }
}

function hasTime(entry: NewLogEntry): entry is LogEntry {
  return entry.at !== undefined
}
