import type { Insertable, Kysely } from 'kysely'
import type { Blobs } from '#store/blobs/blobs'
import type { Memory } from './cache.ts'
import type { Soon } from './maybePromise.ts'
import type { Tables } from '#store/tables/tables'

/**
 * To read with. What it sees is committed and on stable storage. `past`: it is a snapshot, which others may have
 * overtaken.
 */
export type Db = Kysely<Tables> & { readonly memory: Memory; readonly past?: boolean }

/** To write with, inside `write` alone. It sees what the transaction has written so far. */
export type Tx = Db & {
  readonly work: Work
  /** Whoever names the same key waits until this transaction is over. */
  readonly alone: (key: string) => Promise<void>
}

/** One database, whichever it is. Opened by `openSqlite` or `openPostgres`. */
export interface Store {
  readonly db: Db
  /** What is too large for rows, kept beside them. */
  readonly blobs: Blobs
  /**
   * Runs `fn` in a transaction and answers when its data is on stable storage. A throw undoes all
   * that `fn` wrote, harms no other write, and is rethrown. Never await the network inside.
   * Writes of the same `turn` take effect in the order in which they are called.
   */
  write<T>(fn: (tx: Tx) => Soon<T>, turn?: string): Promise<T>
  /** Runs `fn` on the data of one moment. */
  snapshot<T>(fn: (db: Db) => Promise<T>): Promise<T>
  /** Called after each commit that wrote to the log. It wakes readers and tells them nothing. */
  onLogged: () => void
  /** Resolves when the database can be written to no more; nothing is acknowledged from then on. */
  readonly broken: Promise<StoreFailure>
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

export type LogEntry = Omit<Insertable<Tables['log']>, 'seq'>

/** What a transaction does beside its rows. */
export class Work {
  readonly entries: LogEntry[] = []
  #undo: (() => void)[] | undefined
  #keep: (() => void)[] | undefined

  /**
   * Says what happened. Entries are written when the transaction's own work is done, so that they are
   * numbered in the order in which they are committed and a reader with a cursor never skips one.
   */
  log(entry: LogEntry): void {
    this.entries.push(entry)
  }

  /** Undoes what was remembered in memory on the strength of this transaction. */
  onRollback(undo: () => void): void {
    ;(this.#undo ??= []).push(undo)
  }

  /** Makes what was written known to others, once it is on stable storage and before anyone is answered. */
  onCommit(keep: () => void): void {
    ;(this.#keep ??= []).push(keep)
  }

  committed(): void {
    for (const keep of this.#keep ?? []) keep()
  }

  rollBack(): void {
    for (const undo of this.#undo?.toReversed() ?? []) undo()
  }
}

/** The database cannot be written to any more; what was not answered may be lost. */
export class StoreFailure extends Error {
  override name = 'StoreFailure'
}
