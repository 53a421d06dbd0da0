import { type Kysely, sql } from 'kysely'
import { BlobsInTable } from '#store/blobs/inTable'
import { type Db, type Store, StoreFailure, type Tx } from '#store/db'
import { UnitOfWork } from '#store/unitOfWork'
import { WriteScope } from '#store/writeScope'
import { Cache, SnapshotReads } from '#store/cache'
import type { Clock } from '#store/clock'
import type { MaybePromise } from '#store/maybePromise'
import type { Tables } from '#store/tables/tables'

/** Keys of advisory locks: one while log numbers are assigned, one for `tx.lock`. */
const logLock = 7070
const keyLocks = 7071

export class PostgresStore implements Store {
  readonly db: Db
  readonly blobs: BlobsInTable
  /** Never resolves, because the next query replaces a broken connection. */
  readonly broken = new Promise<StoreFailure>(() => {})
  onLogged = (): void => {}
  #queries: Kysely<Tables>
  #running = new Set<Promise<unknown>>()
  #lastByKey = new Map<string, Promise<unknown>>()
  #closed = false
  readonly #scope = new WriteScope()

  constructor(queries: Kysely<Tables>, clock: Clock) {
    this.#queries = queries
    this.blobs = new BlobsInTable(queries)
    this.db = Object.assign(queries.withPlugin(this.#scope.plugin), { cache: new Cache(false), clock })
  }

  async write<T>(fn: (tx: Tx) => MaybePromise<T>, orderingKey?: string): Promise<T> {
    this.#scope.checkOutside()
    if (this.#closed) throw new StoreFailure('The database was closed.')
    const running = orderingKey === undefined ? this.#write(fn) : this.#writeInOrder(orderingKey, () => this.#write(fn))
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  /** Transactions run on several connections at once, so writes with the same key wait for each other first. */
  async #writeInOrder<T>(key: string, write: () => Promise<T>): Promise<T> {
    const previous = this.#lastByKey.get(key) ?? Promise.resolve()
    const running = previous.then(write, write)
    this.#lastByKey.set(key, running)
    try {
      return await running
    } finally {
      if (this.#lastByKey.get(key) === running) this.#lastByKey.delete(key)
    }
  }

  async #write<T>(fn: (tx: Tx) => MaybePromise<T>): Promise<T> {
    const { cache, clock } = this.db
    const work = new UnitOfWork(clock)
    let logged = false
    try {
      const value = await this.#queries.transaction().execute(async (trx) => {
        const lock = async (key: string) => {
          await sql`select pg_advisory_xact_lock(${keyLocks}::int, hashtext(${key}))`.execute(trx)
        }
        const tx = Object.assign(trx, { work, lock, cache, clock })
        const answer = await this.#scope.run(() => fn(tx))
        if (work.entries.length > 0) {
          // One transaction at a time from here to the commit, so that log numbers become visible in their order.
          await sql`select pg_advisory_xact_lock(${logLock})`.execute(trx)
          await trx.insertInto('log').values(work.entries).execute()
          logged = true
        }
        return answer
      })
      work.runOnCommit()
      this.db.cache.invalidate(work.entries)
      if (work.entries.length > 0) this.onLogged()
      return value
    } catch (error) {
      work.runOnRollback()
      if (logged) await this.#waitForOutcome()
      this.db.cache.invalidate(work.entries)
      if (logged) this.onLogged()
      throw error
    }
  }

  /**
   * A connection that breaks during a commit does not say whether it succeeded. Once this has the lock of the log, the
   * outcome is visible to readers, who are then woken as after a commit.
   */
  async #waitForOutcome(): Promise<void> {
    await this.#queries
      .transaction()
      .execute((trx) => sql`select pg_advisory_xact_lock(${logLock})`.execute(trx))
      .catch(() => {}) // readers cannot see the outcome either; the next write wakes them
  }

  async snapshot<T>(fn: (db: Db) => Promise<T>): Promise<T> {
    this.#scope.checkOutside()
    const { cache, clock } = this.db
    return this.#queries
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((trx) => fn(Object.assign(trx, { cache, clock, isSnapshot: true, reads: new SnapshotReads() })))
  }

  async ping(): Promise<void> {
    await sql`select 1`.execute(this.db)
  }

  async close(): Promise<void> {
    this.#closed = true
    // Without this, the pool would let writes that have no connection yet wait for ever.
    await Promise.allSettled(this.#running)
    await this.#queries.destroy()
  }
}
