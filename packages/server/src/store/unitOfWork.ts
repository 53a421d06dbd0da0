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
  /** The connection broke as it was to be committed, before the answer. */
  mayBeCommitted = false
  /** Teams of which it believes what is remembered, besides those of its entries. */
  teams: Set<string> | undefined
  /** Streams that it ends, with the number of the last delta that it has read. */
  finished: { stream: StreamName; n: number }[] | undefined
  #forget: (() => void)[] | undefined
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

  /** Says that it believes what is remembered of a team. */
  believeTeam(team: string): void {
    ;(this.teams ??= new Set()).add(team)
  }

  /** Says that it ends a stream whose last delta has this number. */
  finish(stream: StreamName, n: number): void {
    ;(this.finished ??= []).push({ stream, n })
  }

  /** Registers how to forget something that it believes, in case that is no longer true. */
  believe(forget: () => void): void {
    ;(this.#forget ??= []).push(forget)
  }

  /** Forgets what it believed. Returns whether there was anything. */
  forget(): boolean {
    for (const forget of this.#forget ?? []) forget()
    return this.#forget !== undefined
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

interface StreamName {
  team_id: string
  channel_id: string
  ts: string
}

function hasTime(entry: NewLogEntry): entry is LogEntry {
  return entry.at !== undefined
}
