import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Blobs } from '#store/blobs/blobs'
import { type Db, type Store, StoreFailure, type Tx, Work } from '#store/db'
import { insideWrite, outsideWrites } from '#store/insideWrite'
import type { Soon } from '#store/maybePromise'
import { Gate } from './dialect.ts'
import { Group, isFull, type Job, refusal } from './group.ts'
import { type Connections, Savepoint, type Steps, prepareSteps } from './steps.ts'

/**
 * The group commit. While one group is being synced the next one runs in its transaction, and is committed when
 * the sync is over: so there is never more than one group that is committed and not on stable storage, and
 * between two of them is a moment at which all that is committed is. Readers are moved on in that moment.
 */
export class SqliteStore implements Store {
  readonly db: Db
  readonly blobs: Blobs
  readonly broken: Promise<StoreFailure>
  onLogged = (): void => {}
  #at: Connections
  #steps: Steps
  #savepoint: Savepoint
  #snapshotGate: Gate
  #waiting: Job[] = []
  #running: Promise<void> | undefined
  /** Settles, without an error, when the group that was committed last is on stable storage; nothing while none is. */
  #settling: Promise<void> | undefined
  /** The group that was committed last, until those who wrote it are answered. */
  #unanswered: Group | undefined
  /** Lets snapshots in again. While it is there they are kept out, since the write-ahead log is to begin anew. */
  #openSnapshots: (() => void) | undefined
  /** Wakes the writer that has nothing to do. */
  #wake: () => void = () => {}
  #failure: StoreFailure | undefined
  #fail: (failure: StoreFailure) => void

  constructor(at: Connections) {
    this.db = at.db
    this.blobs = at.blobs
    this.#at = at
    this.#steps = prepareSteps(at.main, at.reader, at.snapshots)
    this.#savepoint = new Savepoint(at.main)
    at.guard.beforeWrite = () => this.#savepoint.make()
    this.#snapshotGate = at.inMemory ? at.gate : new Gate()
    const { promise, resolve } = Promise.withResolvers<StoreFailure>()
    this.broken = promise
    this.#fail = resolve
    this.#pin()
  }

  write<T>(fn: (tx: Tx) => Soon<T>): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      outsideWrites()
      if (this.#failure) throw this.#failure
      this.#waiting.push({ fn, value: undefined, error: undefined, failed: false, resolve, reject })
      // What arrives until the loop comes round is begun together.
      if (this.#running) this.#wake()
      else this.#running = nextTurn().then(() => this.#drain())
    }) as Promise<T>
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0 || this.#unanswered || this.#openSnapshots) {
      if (this.#openSnapshots) await this.#restartWal(this.#openSnapshots)
      else if (this.#waiting.length > 0) await this.#one()
      else if (this.#settling) await this.#something()
      else this.#answer()
    }
    this.#running = undefined
  }

  /** Resolves when a group is settled, or soon after a write has come. */
  #something(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = () => {}
        setImmediate(resolve)
      }
      void this.#settling?.then(resolve)
    })
  }

  /** One transaction for all that comes until the group before is settled. */
  async #one(): Promise<void> {
    const group = new Group()
    const open = await this.#at.gate.close()
    try {
      this.#steps.begin.run()
      await insideWrite(() => this.#fill(group))
      if (this.#failure) throw this.#failure
      this.#steps.insertEntries(group.entries)
      this.#steps.commit.run()
      this.#at.wal?.grown(
        () => this.#prepareRestart(),
        (error) => this.#break(error),
      )
    } catch (error) {
      await this.#settling
      this.#refuse(group, error)
      return
    } finally {
      open()
    }
    const settling = this.#settle(group).then(() => {
      this.#settling = undefined
    })
    this.#settling = settling
    // The disk works on the next group while the one before hears that it is kept.
    this.#answer()
    this.#unanswered = group
    // All that is remembered will be forgotten: the next group must not have begun on it.
    if (group.entries.some((entry) => entry.kind === 'team')) await settling
  }

  async #fill(group: Group): Promise<void> {
    for (;;) {
      const last = this.#settling === undefined
      const jobs = this.#waiting
      this.#waiting = []
      group.jobs.push(...jobs)
      for (const job of jobs) {
        const running = this.#run(job, group)
        if (running instanceof Promise) await running
      }
      if (last) return
      if (this.#settling) await this.#something()
    }
  }

  /**
   * One job, in a savepoint from its first change on. Its log entries are written with those of its group. Nothing
   * that lasts may point at what is made here, or each job would live until the next full collection of garbage.
   */
  #run(job: Job, group: Group): Soon<void> {
    const { tx } = this.#at
    const work = new Work()
    tx.work = work
    this.#savepoint.forget()
    let value
    try {
      value = job.fn(tx)
    } catch (error) {
      return this.#undo(job, work, error)
    }
    if (!(value instanceof Promise)) return this.#took(job, work, group, value)
    return value.then(
      (awaited) => this.#took(job, work, group, awaited),
      (error) => this.#undo(job, work, error),
    )
  }

  #took(job: Job, work: Work, group: Group, value: unknown): void {
    job.value = value
    this.#at.tx.memory.expect(work.entries)
    group.works.push(work)
    group.entries.push(...work.entries)
    group.changed ||= this.#savepoint.made || work.entries.length > 0
    this.#savepoint.release()
  }

  #undo(job: Job, work: Work, error: unknown): void {
    const { main, tx } = this.#at
    // Such an error ends the whole transaction in SQLite, not only this write's part of it.
    if (!main.isTransaction || isFull(error)) throw error
    this.#savepoint.rollBack()
    work.rollBack()
    tx.memory.hear(work.entries)
    job.error = error
    job.failed = true
    this.#savepoint.release()
  }

  /** Once the group is on stable storage readers may see it. */
  async #settle(group: Group): Promise<void> {
    const { wal, tx } = this.#at
    try {
      if (group.changed) await wal?.sync()
    } catch (error) {
      this.#break(error)
      this.#refuseAll(group.jobs.splice(0))
      return
    }
    this.#pin()
    for (const work of group.works) work.committed()
    tx.memory.hear(group.entries)
    group.kept = true
  }

  /** Everyone of the group that was settled last hears of it. */
  #answer(): void {
    const group = this.#unanswered
    this.#unanswered = undefined
    if (!group?.kept) return
    for (const job of group.jobs) {
      if (job.failed) job.reject(job.error)
      else job.resolve(job.value)
    }
    if (group.entries.length > 0) this.onLogged()
  }

  /** Moves readers on to all that is committed. Only called when that is on stable storage. */
  #pin(): void {
    if (this.#at.inMemory) return
    this.#unpin()
    this.#steps.beginReading.run()
    this.#steps.firstRead.get()
  }

  #unpin(): void {
    if (this.#at.reader.isTransaction) this.#steps.endReading.run()
  }

  /** Nearly all of the log is copied. Writing goes on until the snapshots that were asked for are done. */
  async #prepareRestart(): Promise<void> {
    this.#openSnapshots = await this.#snapshotGate.close()
    if (this.#running) this.#wake()
    else this.#running = this.#drain()
  }

  /** Nobody writes meanwhile, and nobody reads over several statements. */
  async #restartWal(openSnapshots: () => void): Promise<void> {
    await this.#settling
    this.#answer()
    this.#unpin()
    try {
      if (!this.#failure) await this.#at.wal?.restart()
    } catch (error) {
      this.#break(error)
    } finally {
      if (!this.#failure) this.#pin()
      this.#openSnapshots = undefined
      openSnapshots()
    }
  }

  /** Nothing of the group was kept. */
  #refuse(group: Group, error: unknown): void {
    const { main, tx } = this.#at
    try {
      if (main.isTransaction) main.exec('rollback')
    } catch {
      // The connection is beyond that. Whoever waits has to hear of it all the same.
    }
    tx.memory.hear(group.entries)
    tx.memory.clear()
    // A full disk may be emptied; after a failed sync nothing that was written can be trusted any more.
    if (!isFull(error)) this.#break(error)
    this.#refuseAll(group.jobs, refusal(error))
  }

  /** The end: nothing is acknowledged any more. */
  #break(error: unknown): void {
    if (this.#failure) return
    this.#failure = refusal(error)
    this.#fail(this.#failure)
    this.#refuseAll(this.#waiting.splice(0))
    this.#wake()
  }

  #refuseAll(jobs: readonly Job[], failure = this.#failure): void {
    for (const job of jobs) job.reject(failure)
  }

  async snapshot<T>(fn: (db: Db) => Promise<T>): Promise<T> {
    outsideWrites()
    const open = await this.#snapshotGate.close()
    try {
      // Between two groups: what is committed then is on stable storage too.
      while (this.#settling) await this.#settling
      if (this.#failure) throw this.#failure
      this.#steps.beginSnapshot.run()
      this.#steps.firstOfSnapshot.get()
      try {
        return await fn(this.#at.still)
      } finally {
        this.#steps.endSnapshot.run()
      }
    } finally {
      open()
    }
  }

  async ping(): Promise<void> {
    if (this.#failure) throw this.#failure
    await this.db.selectFrom('meta').select('key').limit(1).execute()
  }

  async close(): Promise<void> {
    await this.#running
    this.#failure ??= new StoreFailure('The database was closed.')
    const { main, reader, snapshots, wal } = this.#at
    await wal?.close().catch(() => {}) // it may be what has failed
    for (const other of [reader, snapshots]) if (other !== main) other.close()
    main.close()
    await this.blobs.close()
  }
}
