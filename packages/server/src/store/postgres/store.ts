import { type Kysely, sql } from 'kysely'
import type { Blobs } from '#store/blobs/blobs'
import { BlobsInTable } from '#store/blobs/inTable'
import { type Db, type Store, StoreFailure, TeamAway, type Tx, WorkFirst } from '#store/db'
import { UnitOfWork } from '#store/unitOfWork'
import { WriteScope } from '#store/writeScope'
import { Cache, SnapshotReads } from '#store/cache'
import type { Clock } from '#store/clock'
import type { MaybePromise } from '#store/maybePromise'
import { type News, newsOf } from '#store/news'
import { readOnlyCode } from '#store/outOfReach'
import type { Secrets } from '#store/secrets/secrets'
import type { Tables } from '#store/tables/tables'
import { CommitGroups } from './commitGroup.ts'
import { queriesOver } from './dialect.ts'
import { deadlock, hasCode, hasOtherStatements, isCut, toWriteFailure } from './failures.ts'
import { Hearing } from './hearing.ts'
import { type Ending, isOutdated, logStatements, needsLog, teamsOf, type WrittenLog } from './logStatement.ts'
import { OutdatedWrite } from './outdatedWrite.ts'
import { ReaderConnection } from './connections/reader.ts'
import { Positions } from './positions.ts'
import { analyzeGrownTables } from './statistics.ts'
import { actionsOf, LazyTransaction } from './connections/transaction.ts'
import type { WatchedPool } from './connections/watchedPool.ts'

/** How often a write begins that believed something untrue, before it is refused. */
const maxAttempts = 10

/** How long a ping waits, milliseconds. */
const pingMs = 1000

export class PostgresStore implements Store {
  readonly db: Db
  blobs: Blobs
  /** Never resolves, because the next query replaces a broken connection. */
  readonly broken = new Promise<StoreFailure>(() => {})
  onLogged = (_news: News): void => {}
  readonly #pool: WatchedPool
  readonly #unchecked: boolean
  readonly #queriesOver: ReturnType<typeof queriesOver>
  readonly #hearing: Hearing
  readonly #groups: CommitGroups
  #running = new Set<Promise<unknown>>()
  readonly #positions = new Positions()
  #closed = false
  readonly #scope = new WriteScope()

  /** `unchecked`: commits do not check what was believed. */
  constructor(queries: Kysely<Tables>, clock: Clock, secrets: Secrets, pool: WatchedPool, unchecked: boolean) {
    this.#pool = pool
    this.#unchecked = unchecked
    this.#queriesOver = queriesOver(queries, pool)
    pool.onHealed = () => void this.#afterFault()
    const reading = this.#queriesOver(() => new ReaderConnection(pool))
    this.blobs = new BlobsInTable(reading)
    this.db = Object.assign(reading.withPlugin(this.#scope.plugin), { cache: new Cache(false), clock, secrets })
    this.#hearing = new Hearing(this.db.cache, pool, clock)
    this.#groups = new CommitGroups(pool, unchecked, this.#hearing, (...committed) => this.#takeUp(...committed))
  }

  get onMoved(): (news: News) => void {
    return this.#hearing.onMoved
  }

  set onMoved(listener: (news: News) => void) {
    this.#hearing.onMoved = listener
  }

  /** Begins to hear what other processes log. */
  async start(): Promise<void> {
    await this.#hearing.look()
    this.#hearing.start()
  }

  look(): Promise<void> {
    return this.#hearing.look().catch(() => {}) // the next look may succeed
  }

  async write<T>(fn: (tx: Tx) => MaybePromise<T>, orderingKey?: string): Promise<T> {
    this.#scope.checkOutside()
    if (this.#closed) throw new StoreFailure('The database was closed.')
    const running = this.#writeAfterWork(fn, orderingKey === undefined ? [] : [orderingKey])
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  /** Runs a write again after what takes long was done outside of it. `keys`: those whose position it takes. */
  async #writeAfterWork<T>(fn: (tx: Tx) => MaybePromise<T>, keys: readonly string[], waiting?: WorkFirst): Promise<T> {
    const outcome = await this.#positions.inOrder(keys, async () => {
      for (let before = waiting; ;)
        try {
          if (before) await before.work(this.db)
          return { value: await this.#write(fn) }
        } catch (error) {
          if (!(error instanceof WorkFirst)) throw error
          if (!keys.includes(error.orderingKey)) return { missing: error }
          before = error
        }
    })
    if ('value' in outcome) return outcome.value
    const { missing } = outcome
    return this.#writeAfterWork(fn, [...keys, missing.orderingKey], missing)
  }

  /**
   * A write that believed something untrue is undone, hears of it, and runs again. From the third time on nobody else
   * writes to the logs of its teams meanwhile. [NOD-15] One that may be committed does not run again.
   */
  async #write<T>(fn: (tx: Tx) => MaybePromise<T>): Promise<T> {
    let held: string[] = []
    for (let attempt = 1; ; attempt++) {
      const work = new UnitOfWork(this.db.clock)
      const { heard } = this.#hearing
      try {
        return await this.#attempt(fn, work, held)
      } catch (error) {
        const isOutdated = error instanceof OutdatedWrite || hasCode(error, deadlock) || hasOtherStatements(error)
        if (attempt === maxAttempts || error instanceof TeamAway || work.mayBeCommitted) throw error
        if (attempt >= 2) held = teamsOf(work)
        const hadBelieved = work.forget() && attempt === 1
        await this.#hearing.look().catch((failure: unknown) => {
          throw isOutdated || hadBelieved ? failure : error
        })
        // What refuses a write may have been something untrue as well.
        if (!isOutdated && !hadBelieved && heard === this.#hearing.heard) throw error
      }
    }
  }

  async #attempt<T>(fn: (tx: Tx) => MaybePromise<T>, work: UnitOfWork, held: readonly string[]): Promise<T> {
    const { cache } = this.db
    const transaction = new LazyTransaction(this.#pool)
    let ends = false
    try {
      if (held.length > 0) await this.#hearing.lookOver(await transaction.hold(held))
      const { heard } = this.#hearing
      const value = await this.#scope.run(() => fn(this.#tx(transaction, work)))
      ends = true
      await this.#commit(transaction, { work, heard })
      return value
    } catch (error) {
      await transaction.rollBack()
      work.runOnRollback()
      work.mayBeCommitted = ends && !transaction.hadOtherStatements && !(error instanceof OutdatedWrite) && isCut(error)
      cache.invalidate(work.entries)
      if (work.mayBeCommitted) {
        work.forget()
        await this.#hearing.look().catch(() => {}) // the next look tells readers
      }
      throw transaction.hadOtherStatements ? new OutdatedWrite() : toWriteFailure(error)
    }
  }

  async #commit(transaction: LazyTransaction, ending: Ending): Promise<void> {
    const { work } = ending
    if (!needsLog(work)) {
      if (transaction.hasBegun) await transaction.commit()
      this.#takeUp([work])
    } else if (transaction.hasBegun) {
      const known = this.#hearing.known(teamsOf(work))
      const written = await transaction
        .commit(logStatements([ending], true, this.#unchecked))
        .catch((error: unknown) => {
          throw isOutdated(error) ? new OutdatedWrite() : error
        })
      this.#takeUp([work], written, known)
    } else if (!(await this.#groups.commit(ending))) throw new OutdatedWrite()
  }

  /** Takes up what this process has committed. Nothing may be awaited in between: who has heard of a change also knows it. */
  #takeUp(works: readonly UnitOfWork[], written?: WrittenLog, known: ReadonlyMap<string, number> = new Map()): void {
    for (const work of works) {
      work.runOnCommit()
      this.db.cache.invalidate(work.entries)
    }
    if (!written) return
    this.#hearing.raise(written, known)
    const after = (team: string) => written.teams[team]?.after ?? 0
    const entries = works.flatMap((work) => work.entries)
    for (const news of newsOf(entries, after, (_, team, nth) => after(team) + nth)) this.onLogged(news)
  }

  #tx(transaction: LazyTransaction, work: UnitOfWork): Tx {
    const { cache, clock, secrets } = this.db
    const trx = this.#queriesOver(() => transaction)
    const catchUp = async (team: string) => {
      const log = await trx.selectFrom('team_log').select('changed').where('team_id', '=', team).executeTakeFirst()
      if ((log?.changed ?? 0) !== (this.#hearing.heard.get(team) ?? 0))
        await this.#scope.runOutside(() => this.#hearing.lookOver(this.#pool))
    }
    return Object.assign(trx, { work, ...actionsOf(transaction, trx), catchUp, cache, clock, secrets })
  }

  /** Other processes may have written meanwhile. */
  async #afterFault(): Promise<void> {
    this.db.cache.clear()
    await this.#hearing.look().catch(() => {}) // the next look tells readers
  }

  reader(): Db {
    const { cache, clock, secrets } = this.db
    const connection = new ReaderConnection(this.#pool)
    const queries = this.#queriesOver(() => connection).withPlugin(this.#scope.plugin)
    return Object.assign(queries, { cache, clock, secrets, reads: new SnapshotReads() })
  }

  async snapshot<T>(fn: (db: Db) => Promise<T>): Promise<T> {
    this.#scope.checkOutside()
    const { cache, clock, secrets } = this.db
    const reading = new LazyTransaction(this.#pool, true)
    const snapshot = { cache, clock, secrets, isSnapshot: true, reads: new SnapshotReads() }
    const queries = this.#queriesOver(() => reading)
    const outcome = fn(Object.assign(queries, snapshot))
    await outcome.catch(() => {}) // whoever took the snapshot is told
    void reading.rollBack() // nobody waits for its end
    return reading.hadOtherStatements ? this.snapshot(fn) : outcome
  }

  analyze(stopped?: AbortSignal): Promise<void> {
    return analyzeGrownTables(this.db, stopped)
  }

  async ping(): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('PostgreSQL does not answer.')), pingMs)
    const asked = sql<{ reads: boolean }>`
      select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as reads`.execute(this.db)
    const { rows } = await Promise.race([asked, late]).finally(() => clearTimeout(timer))
    if (rows[0]?.reads !== false)
      throw Object.assign(new Error('The database can only be read.'), { code: readOnlyCode })
  }

  giveUp(): void {
    this.#pool.giveUp()
  }

  async close(): Promise<void> {
    this.#closed = true
    // Without this, the pool would let writes that have no connection yet wait for ever.
    await Promise.allSettled(this.#running)
    await this.#hearing.stop()
    await this.blobs.close()
    await this.#pool.end()
  }
}
