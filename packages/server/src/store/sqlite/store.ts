import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Blobs } from '#store/blobs/blobs'
import { type Db, type Store, StoreFailure, type Tx } from '#store/db'
import type { MaybePromise } from '#store/maybePromise'
import { Mutex } from './mutex.ts'
import { CommitGroup, isDiskFull, type PendingWrite, toStoreFailure } from './commitGroup.ts'
import type { Connections } from './connections.ts'
import { prepareGroupStatements, type GroupStatements } from './statements.ts'
import { ReadTransaction } from './readTransaction.ts'
import { WriteRunner } from './writeRunner.ts'

/**
 * Commits writes in groups. While one group is being synced the next one runs in its transaction, and is committed when the
 * sync is over. So at most one group is committed and not on stable storage, and between two groups there is a moment
 * when everything that is committed is on stable storage. Readers move on in that moment.
 */
export class SqliteStore implements Store {
  readonly db: Db
  readonly blobs: Blobs
  readonly broken: Promise<StoreFailure>
  onLogged = (): void => {}
  readonly #connections: Connections
  #statements: GroupStatements
  #runner: WriteRunner
  /** Undefined in memory, where readers share the connection of the writer. */
  #reader: ReadTransaction | undefined
  #snapshotReader: ReadTransaction
  #snapshotMutex: Mutex
  #waiting: PendingWrite[] = []
  #running: Promise<void> | undefined
  /** Settles, never with an error, when the last committed group is on stable storage. Undefined while none is being synced. */
  #syncing: Promise<void> | undefined
  /** The last committed group, until its callers are answered. */
  #unanswered: CommitGroup | undefined
  /** Lets snapshots in again. While it is set they have to wait, because the write-ahead log is about to restart. */
  #openSnapshots: (() => void) | undefined
  /** Wakes the writer while it has nothing to do. */
  #wake: () => void = () => {}
  #failure: StoreFailure | undefined
  #resolveBroken: (failure: StoreFailure) => void

  constructor(connections: Connections) {
    this.db = connections.db
    this.blobs = connections.blobs
    this.#connections = connections
    this.#statements = prepareGroupStatements(connections.main)
    this.#runner = new WriteRunner(connections)
    this.#reader = connections.inMemory ? undefined : new ReadTransaction(connections.reader)
    this.#snapshotReader = new ReadTransaction(connections.snapshots)
    this.#snapshotMutex = connections.inMemory ? connections.mutex : new Mutex()
    const { promise, resolve } = Promise.withResolvers<StoreFailure>()
    this.broken = promise
    this.#resolveBroken = resolve
    this.#reader?.begin()
  }

  write<T>(fn: (tx: Tx) => MaybePromise<T>): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      this.#connections.scope.checkOutside()
      if (this.#failure) throw this.#failure
      this.#waiting.push({ fn, value: undefined, error: undefined, failed: false, resolve, reject })
      // Writes that arrive before the next turn of the event loop start together.
      if (this.#running) this.#wake()
      else this.#running = nextTurn().then(() => this.#drain())
    }) as Promise<T>
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
      await this.#connections.scope.run(() => this.#runWrites(group))
      if (this.#failure) throw this.#failure
      this.#statements.insertEntries(group.entries)
      this.#statements.commit.run()
      this.#connections.wal?.checkLength(
        () => this.#prepareRestart(),
        (error) => this.#break(error),
      )
    } catch (error) {
      await this.#syncing
      this.#rejectGroup(group, error)
      return
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
        const running = this.#runner.run(write, group)
        if (running instanceof Promise) await running
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
    for (const work of group.works) work.runOnCommit()
    tx.cache.invalidate(group.entries)
    group.isDurable = true
  }

  /** Answers the callers of the last committed group. */
  #answer(): void {
    const group = this.#unanswered
    this.#unanswered = undefined
    if (!group?.isDurable) return
    for (const write of group.writes) {
      if (write.failed) write.reject(write.error)
      else write.resolve(write.value)
    }
    if (group.entries.length > 0) this.onLogged()
  }

  /** Called when most of the write-ahead log is copied. Writing goes on until current snapshots are done. */
  async #prepareRestart(): Promise<void> {
    this.#openSnapshots = await this.#snapshotMutex.lock()
    if (this.#running) this.#wake()
    else this.#running = this.#drain()
  }

  /** Restarts the write-ahead log. Nobody writes meanwhile, or reads in a transaction. */
  async #restartWal(openSnapshots: () => void): Promise<void> {
    await this.#syncing
    this.#answer()
    this.#reader?.end()
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
    const { main, tx } = this.#connections
    try {
      if (main.isTransaction) main.exec('rollback')
    } catch {
      // The connection cannot even roll back. Callers still have to be answered.
    }
    tx.cache.invalidate(group.entries)
    tx.cache.clear()
    // A full disk can recover. After any other failure nothing that was written can be trusted.
    if (!isDiskFull(error)) this.#break(error)
    this.#rejectAll(group.writes, toStoreFailure(error))
  }

  /** Ends all writing: nothing is acknowledged any more. */
  #break(error: unknown): void {
    if (this.#failure) return
    this.#failure = toStoreFailure(error)
    this.#resolveBroken(this.#failure)
    this.#rejectAll(this.#waiting.splice(0))
    this.#wake()
  }

  #rejectAll(writes: readonly PendingWrite[], failure = this.#failure): void {
    for (const write of writes) write.reject(failure)
  }

  async snapshot<T>(fn: (db: Db) => Promise<T>): Promise<T> {
    this.#connections.scope.checkOutside()
    const unlock = await this.#snapshotMutex.lock()
    try {
      // Between two groups everything that is committed is on stable storage too.
      while (this.#syncing) await this.#syncing
      if (this.#failure) throw this.#failure
      this.#snapshotReader.begin()
      try {
        return await fn(this.#connections.snapshotDb)
      } finally {
        this.#snapshotReader.end()
      }
    } finally {
      unlock()
    }
  }

  async ping(): Promise<void> {
    if (this.#failure) throw this.#failure
    await this.db.selectFrom('meta').select('key').limit(1).execute()
  }

  async close(): Promise<void> {
    await this.#running
    this.#failure ??= new StoreFailure('The database was closed.')
    const { main, reader, snapshots, wal } = this.#connections
    try {
      await wal?.close().catch(() => {}) // the write-ahead log may be what has failed
      for (const other of [reader, snapshots]) if (other !== main) other.close()
      main.close()
      await this.blobs.close()
    } finally {
      this.#connections.onClosed?.()
    }
  }
}
