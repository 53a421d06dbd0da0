import type { Kysely } from 'kysely'
import type { Blobs } from '#store/blobs/blobs'
import type { Cache, SnapshotReads } from './cache.ts'
import type { Clock } from './clock.ts'
import type { MaybePromise } from './maybePromise.ts'
import type { Tables } from '#store/tables/tables'
import type { UnitOfWork } from './unitOfWork.ts'

/** A database to read from. It shows what is committed and on stable storage. */
export type Db = Kysely<Tables> & {
  readonly cache: Cache
  readonly clock: Clock
  /** Whether this is a snapshot, whose data may be out of date. */
  readonly isSnapshot?: boolean
  /** What this snapshot has read, if rows are not cached otherwise. */
  readonly reads?: SnapshotReads
}

/** A transaction, valid only inside `write`. It shows what it has written so far. */
export type Tx = Db & {
  readonly work: UnitOfWork
  /** Locks a key until the transaction ends. Others who lock the same key wait. */
  readonly lock: (key: string) => Promise<void>
}

/** One database, opened by `openSqlite` or `openPostgres`. */
export interface Store {
  readonly db: Db
  /** The bytes of files. */
  readonly blobs: Blobs
  /**
   * Runs `fn` in a transaction and resolves when its data is on stable storage. If `fn` throws, everything it wrote is
   * rolled back, no other write is affected, and the error is rethrown. Never await the network inside. Writes with the
   * same `orderingKey` take effect in the order of the calls.
   */
  write<T>(fn: (tx: Tx) => MaybePromise<T>, orderingKey?: string): Promise<T>
  /** Runs `fn` on a consistent snapshot of the data. */
  snapshot<T>(fn: (db: Db) => Promise<T>): Promise<T>
  /** Called after each commit that wrote to the log. It only wakes readers. */
  onLogged: () => void
  /** Resolves when the database cannot be written to any more. Nothing is acknowledged from then on. */
  readonly broken: Promise<StoreFailure>
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The database cannot be written to any more. Writes without an answer may be lost. */
export class StoreFailure extends Error {
  override name = 'StoreFailure'
}
