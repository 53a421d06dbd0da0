import type { CompiledQuery, Kysely, QueryExecutorProvider } from 'kysely'
import type { Blobs } from '#store/blobs/blobs'
import type { Cache, SnapshotReads } from './cache.ts'
import type { Clock } from './clock.ts'
import type { MaybePromise } from './maybePromise.ts'
import type { News } from './news.ts'
import type { Secrets } from '#store/secrets/secrets'
import type { Tables } from '#store/tables/tables'
import type { UnitOfWork } from './unitOfWork.ts'

/** A database to read from. It shows what is committed and on stable storage. */
export type Db = Kysely<Tables> & {
  readonly cache: Cache
  readonly clock: Clock
  /** Opens and seals the secrets that the server has to read again. */
  readonly secrets: Secrets
  /** Whether this is a snapshot, whose data may be out of date. */
  readonly isSnapshot?: boolean
  /** What this snapshot or reader has read, if rows are not cached otherwise. */
  readonly reads?: SnapshotReads
}

/** A query of Kysely, or `sql`, that is not executed yet. */
export interface Statement {
  compile(executor: QueryExecutorProvider): CompiledQuery
}

/** A transaction, valid only inside `write`. It shows what it has written so far. */
export type Tx = Db & {
  readonly work: UnitOfWork
  /**
   * Sends a write whose result nobody needs. Where the database is another process, only the commit waits for it, and goes
   * along with it: so the transaction is shorter by a round trip. What is asked later sees what it has written. If it fails,
   * the transaction fails.
   */
  readonly send: (write: Statement) => Promise<void>
  /**
   * Locks a key until the transaction ends. Others who lock the same key wait. What is asked later is answered once the lock
   * is held, so only what does something outside of the database has to ask first.
   */
  readonly lock: (key: string) => Promise<void>
  /** Locks a key in the same way, unless somebody else holds it. Returns whether it did. */
  readonly tryLock: (key: string) => Promise<boolean>
  /**
   * Resolves when what is remembered of a team is at least as new as what the transaction has read. Only a write that neither logs
   * something of the team nor says that it believes what is remembered needs it: nobody checks that one.
   */
  readonly catchUp: (team: string) => Promise<void>
  /**
   * Keeps others from committing what they log of a team until the transaction ends. What is asked later sees what they have
   * committed. It comes last: who has to wait may have locked what the transaction would lock later.
   */
  readonly holdLog: (team: string) => Promise<void>
}

/** One database, opened by `openSqlite` or `openPostgres`. */
export interface Store {
  readonly db: Db
  /** The bytes of files. A server replaces them at its start if the files lie elsewhere. */
  blobs: Blobs
  /**
   * Runs `fn` in a transaction and resolves when its data is on stable storage. If `fn` throws, everything it wrote is
   * rolled back, no other write is affected, and the error is rethrown. `fn` may run more than once: after `WorkFirst`, and
   * if what it believed has become untrue. Never await the network inside. Writes with the same `orderingKey` take effect
   * in the order of the calls.
   */
  write<T>(fn: (tx: Tx) => MaybePromise<T>, orderingKey?: string): Promise<T>
  /**
   * A database for one reader, who is soon done: what it asks at the same time is sent together, and what is remembered
   * otherwise is read once. Absent if that saves nothing.
   */
  reader?(): Db
  /** Runs `fn` on a consistent snapshot of the data. It may run again, so it only reads, or acts after all that it reads. */
  snapshot<T>(fn: (db: Db) => Promise<T>): Promise<T>
  /** Called after each commit of this process that wrote to the log, once for each team. */
  onLogged: (news: News) => void
  /** Called when it turns out that another process has logged something of a team. */
  onMoved: (news: News) => void
  /**
   * Looks at once for what other processes have logged, and not only at the next time. Resolves when what was committed before is
   * taken up, or the database does not say. Absent if there can be no others.
   */
  look?(): Promise<void>
  /** Resolves when the database cannot be written to any more. Nothing is acknowledged from then on. */
  readonly broken: Promise<StoreFailure>
  /** Has the database look into tables that it does not know, since it plans queries by what is in them. Absent if it need not. */
  analyze?(stopped?: AbortSignal): Promise<void>
  /** Rejects when the database does not answer, or can only be read. */
  ping(): Promise<void>
  /** Lets nobody wait for the database any more: what waits for it fails. Absent if nobody ever waits. */
  giveUp?(): void
  close(): Promise<void>
}

/**
 * Thrown in a write by what would take long there, while other writes wait. The store rolls the write back, has the work
 * done outside of a transaction, and runs the write again. Until then, writes with `orderingKey` wait.
 */
export class WorkFirst extends Error {
  override name = 'WorkFirst'
  readonly orderingKey: string
  readonly work: (db: Db) => Promise<void>

  constructor(orderingKey: string, work: (db: Db) => Promise<void>) {
    super('This takes too long for a transaction.')
    this.orderingKey = orderingKey
    this.work = work
  }
}

/** The database cannot be written to any more. Writes without an answer may be lost. */
export class StoreFailure extends Error {
  override name = 'StoreFailure'
}

/** [NOD-10] The team is being moved to another database, or has moved. Nothing was written. */
export class TeamAway extends StoreFailure {
  override name = 'TeamAway'
}

/** The disk takes no writes at present. Nothing was written. Writing works again once somebody has made room. */
export class DiskRefusal extends StoreFailure {
  override name = 'DiskRefusal'
  readonly reason: 'full' | 'read-only'

  constructor(reason: DiskRefusal['reason'], cause?: unknown) {
    super(reason === 'full' ? 'The disk is full' : 'The disk is mounted read-only', { cause })
    this.reason = reason
  }
}
