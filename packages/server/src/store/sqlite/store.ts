import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Blobs } from '#store/blobs/blobs'
import { type Db, type Store, StoreFailure, type Tx, WorkFirst } from '#store/db'
import type { MaybePromise } from '#store/maybePromise'
import type { News } from '#store/news'
import { CommitGroup, OutsideWork, type PendingWrite, pendingWrite, toStoreFailure } from './commitGroup.ts'
import type { Connections } from './connections.ts'
import { toDiskRefusal } from './diskRefusal.ts'
import { prepareGroupStatements, type GroupStatements } from './statements.ts'
import { ReadTransaction, Snapshots } from './readTransaction.ts'
import { WriteRunner } from './writeRunner.ts'

/**
 * Commits writes in groups. While one group is being synced the next one runs in its transaction, and is committed when the
 * sync is over. So at most one group is committed and not on stable storage, and between two groups there is a moment
 * when everything that is committed is on stable storage. Readers move on in that moment.
 */
export class SqliteStore implements Store {
  readonly db: Db
  blobs: Blobs
  readonly #broken = Promise.withResolvers<StoreFailure>()
  readonly broken = this.#broken.promise
  onLogged: (news: News) => void = () => {}
  onMoved: (news: News) => void = () => {}
  readonly #connections: Connections
  #statements: GroupStatements
  #runner: WriteRunner
  /** Undefined in memory, where readers share the connection of the writer. */
  #reader: ReadTransaction | undefined
  readonly #snapshots: Snapshots
  #waiting: PendingWrite[] = []
  #running: Promise<void> | undefined
  /** Settles, never with an error, when the last committed group is on stable storage. Undefined while none is being synced. */
  #syncing: Promise<void> | undefined
  /** The last committed group, until its callers are answered. */
  #unanswered: CommitGroup | undefined
  /** Lets snapshots in again. While it is set they have to wait, because the write-ahead log is about to restart. */
  #openSnapshots: (() => void) | undefined
  readonly #outsideWork: OutsideWork
  /** Wakes the writer while it has nothing to do. */
  #wake: () => void = () => {}
  #failure: StoreFailure | undefined

  constructor(connections: Connections) {
    this.db = connections.db
    this.blobs = connections.blobs
    this.#connections = connections
    this.#statements = prepareGroupStatements(connections.main)
    this.#runner = new WriteRunner(connections)
    this.#outsideWork = new OutsideWork(connections.db, (writes) => this.#runAgain(writes))
    this.#reader = connections.inMemory ? undefined : new ReadTransaction(connections.reader)
    this.#snapshots = new Snapshots(connections)
    this.#reader?.begin()
  }

  write<T>(fn: (tx: Tx) => MaybePromise<T>, orderingKey?: string): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      this.#connections.scope.checkOutside()
      if (this.#failure) throw this.#failure
      this.#waiting.push(pendingWrite(fn, orderingKey, { resolve, reject }))
      this.#keepRunning()
    }) as Promise<T>
  }

  #runAgain(writes: PendingWrite[]): void {
    if (this.#failure) return this.#rejectAll(writes)
    this.#waiting.unshift(...writes)
    this.#keepRunning()
  }

  #keepRunning(): void {
    if (this.#running) this.#wake()
    // Writes that arrive before the next turn of the event loop start together.
    else this.#running = nextTurn().then(() => this.#drain())
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0 || this.#unanswered || this.#openSnapshots) {
      if (this.#openSnapshots) await this.#restartWal(this.#openSnapshots)
      else if (this.#waiting.length > 0) await this.#commitGroup()
      else if (this.#syncing) await this.#waitForNews()
      else this.#answer()
    }
    this.#running = undefined
  }

  /** Resolves when a group is on stable storage, or soon after a write has arrived. */
  #waitForNews(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = () => {}
        setImmediate(resolve)
      }
      void this.#syncing?.then(resolve)
    })
  }

  /** Runs one transaction for all writes that arrive until the previous group is on stable storage. */
  async #commitGroup(): Promise<void> {
    const group = new CommitGroup()
    const unlock = await this.#connections.mutex.lock()
    try {
      this.#statements.begin.run()
      this.#connections.wal?.makeRoom()
      await this.#connections.scope.run(() => this.#runWrites(group))
      if (this.#failure) throw this.#failure
      group.lastSeq = this.#statements.log.insert(group.entries)
      this.#statements.commit.run()
      const onFailure = (error: unknown) => this.#break(error)
      this.#connections.wal?.checkLength(() => this.#prepareRestart(), onFailure)
    } catch (error) {
      await this.#syncing
      return this.#rejectGroup(group, error)
    } finally {
      unlock()
    }
    const syncing = this.#sync(group).then(() => {
      this.#syncing = undefined
    })
    this.#syncing = syncing
    // The disk works on this group while the callers of the previous one are answered.
    this.#answer()
    this.#unanswered = group
    // The cache will be cleared, so the next group must not have started with it.
    if (group.entries.some((entry) => entry.kind === 'team')) await syncing
  }

  async #runWrites(group: CommitGroup): Promise<void> {
    for (;;) {
      const isLastRound = this.#syncing === undefined
      const writes = this.#waiting
      this.#waiting = []
      group.writes.push(...writes)
      for (const write of writes) {
        if (this.#outsideWork.keepsBack(write, group)) continue
        const running = this.#runner.run(write, group)
        if (running instanceof Promise) await running
        if (write.error instanceof WorkFirst) this.#outsideWork.expect(write, write.error)
      }
      if (isLastRound) return
      if (this.#syncing) await this.#waitForNews()
    }
  }

  /** Puts a group on stable storage, and then lets readers see it. */
  async #sync(group: CommitGroup): Promise<void> {
    const { wal, tx } = this.#connections
    try {
      if (group.hasChanges) await wal?.sync()
    } catch (error) {
      this.#break(error)
      return this.#rejectAll(group.writes.splice(0))
    }
    this.#reader?.begin()
    group.takeEffect(tx.cache)
    if (!wal) await nextTurn() // in memory too, callers are answered in a later turn of the event loop
  }

  /** Answers the callers of the last committed group. */
  #answer(): void {
    const group = this.#unanswered
    this.#unanswered = undefined
    if (!group?.isDurable) return
    for (const write of group.writes) {
      if (write.error instanceof WorkFirst) this.#outsideWork.do(write, write.error)
      else if (write.failed) write.reject(write.error)
      else write.resolve(write.value)
    }
    for (const news of this.#statements.log.newsOf(group.entries, group.lastSeq)) this.onLogged(news)
  }

  /** Called when most of the write-ahead log is copied. Writing goes on until current snapshots are done. */
  async #prepareRestart(): Promise<void> {
    this.#openSnapshots = await this.#snapshots.lock()
    this.#keepRunning()
  }

  /** Restarts the write-ahead log. Nobody writes meanwhile, or reads in a transaction. */
  async #restartWal(openSnapshots: () => void): Promise<void> {
    await this.#syncing
    this.#answer()
    if (!this.#failure) this.#reader?.end()
    try {
      if (!this.#failure) await this.#connections.wal?.restart()
    } catch (error) {
      this.#break(error)
    } finally {
      if (!this.#failure) this.#reader?.begin()
      this.#openSnapshots = undefined
      openSnapshots()
    }
  }

  /** Rejects a group that was rolled back. */
  #rejectGroup(group: CommitGroup, error: unknown): void {
    const { main, tx, directory } = this.#connections
    try {
      if (main.isTransaction) main.exec('rollback')
    } catch {} // callers still have to be answered
    group.undo(tx.cache)
    // Somebody can make room on a full disk. After any other failure nothing that was written can be trusted.
    const refusal = toDiskRefusal(error, directory)
    if (!refusal) this.#break(error)
    this.#rejectAll(group.writes, refusal)
  }

  /** Ends all writing: nothing is acknowledged any more. */
  #break(error: unknown): void {
    if (this.#failure) return
    this.#failure = toStoreFailure(error)
    this.#broken.resolve(this.#failure)
    this.#rejectAll(this.#waiting.splice(0))
    this.#wake()
  }

  #rejectAll(writes: readonly PendingWrite[], failure = this.#failure): void {
    for (const write of writes) {
      write.reject(failure)
      if (write.error instanceof WorkFirst) this.#outsideWork.release(write)
    }
  }

  async snapshot<T>(fn: (db: Db) => Promise<T>): Promise<T> {
    this.#connections.scope.checkOutside()
    return this.#snapshots.read(fn, async () => {
      // Between two groups everything that is committed is on stable storage too.
      while (this.#syncing) await this.#syncing
      if (this.#failure) throw this.#failure
    })
  }

  async ping(): Promise<void> {
    if (this.#failure) throw this.#failure
    await this.db.selectFrom('meta').select('key').limit(1).execute()
  }

  async close(): Promise<void> {
    while (this.#running || this.#outsideWork.isGoingOn) await (this.#running ?? this.#outsideWork.done())
    this.#failure ??= new StoreFailure('The database was closed.')
    const { main, reader, snapshots, wal } = this.#connections
    try {
      await wal?.close().catch(() => {}) // the write-ahead log may be what has failed
      for (const connection of new Set([reader, snapshots, main])) connection.close()
      await this.blobs.close()
    } finally {
      this.#connections.onClosed?.()
    }
  }
}
