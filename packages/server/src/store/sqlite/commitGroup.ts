import type { Cache } from '#store/cache'
import { type Db, StoreFailure, type Tx, type WorkFirst } from '#store/db'
import type { LogEntry, UnitOfWork } from '#store/unitOfWork'
import type { MaybePromise } from '#store/maybePromise'
import { isFailedSync } from './diskRefusal.ts'

/** A write that waits for its commit, and its outcome. */
export interface PendingWrite {
  fn: (tx: Tx) => MaybePromise<unknown>
  orderingKey: string | undefined
  /** The keys of the works that it has asked for. */
  workKeys: readonly string[]
  value: unknown
  error: unknown
  failed: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export function pendingWrite(
  fn: PendingWrite['fn'],
  orderingKey: string | undefined,
  outcome: Pick<PendingWrite, 'resolve' | 'reject'>,
): PendingWrite {
  return { fn, orderingKey, workKeys: [], value: undefined, error: undefined, failed: false, ...outcome }
}

/** Writes that share one transaction and one sync. */
export class CommitGroup {
  readonly writes: PendingWrite[] = []
  readonly works: UnitOfWork[] = []
  readonly entries: LogEntry[] = []
  hasChanges = false
  /** The number of the last entry. */
  lastSeq = 0
  /** Whether the group is on stable storage. */
  isDurable = false

  /** Does in memory what follows from the writes. Called when they are on stable storage. */
  takeEffect(cache: Cache): void {
    for (const work of this.works) work.runOnCommit()
    cache.invalidate(this.entries)
    this.isDurable = true
  }

  /** Undoes in memory what the writes did. Called when the transaction was rolled back. */
  undo(cache: Cache): void {
    for (const work of this.works.toReversed()) work.runOnRollback()
    cache.invalidate(this.entries)
    cache.clear()
  }
}

/** Work that writes have asked for, and the writes that are kept back until it is done. */
export class OutsideWork {
  readonly #db: Db
  /** Runs writes before all that have come since. */
  readonly #runAgain: (writes: PendingWrite[]) => void
  readonly #keptBack = new Map<string, PendingWrite[]>()
  readonly #running = new Set<Promise<void>>()

  constructor(db: Db, runAgain: (writes: PendingWrite[]) => void) {
    this.#db = db
    this.#runAgain = runAgain
  }

  get isGoingOn(): boolean {
    return this.#keptBack.size > 0
  }

  /**
   * A write asks for work. From now on, writes with its key are kept back, and so are those with the keys of its earlier works,
   * or what these have made would be outdated when this one is done.
   */
  expect(write: PendingWrite, { orderingKey }: WorkFirst): void {
    if (!write.workKeys.includes(orderingKey)) write.workKeys = [...write.workKeys, orderingKey]
    for (const key of write.workKeys) if (!this.#keptBack.has(key)) this.#keptBack.set(key, [])
  }

  /** Takes a write out of its group if there is work to be done before it. */
  keepsBack(write: PendingWrite, { writes }: CommitGroup): boolean {
    if (this.#keptBack.size === 0 || write.orderingKey === undefined) return false
    const others = this.#keptBack.get(write.orderingKey)
    if (!others) return false
    others.push(write)
    writes.splice(writes.indexOf(write), 1)
    return true
  }

  /** Does the work of a write, once everything before it is on stable storage, and has the write run again. */
  do(write: PendingWrite, first: WorkFirst): void {
    const running = first
      .work(this.#db)
      .then(
        () => this.release(write, { ...write, error: undefined, failed: false }),
        (error: unknown) => {
          write.reject(error)
          this.release(write)
        },
      )
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Lets a write run again, and after it those that were kept back. */
  release({ workKeys }: PendingWrite, again?: PendingWrite): void {
    const others = workKeys.flatMap((key) => this.#keptBack.get(key) ?? [])
    for (const key of workKeys) this.#keptBack.delete(key)
    this.#runAgain(again ? [again, ...others] : others)
  }

  async done(): Promise<void> {
    await Promise.all(this.#running)
  }
}

/** The error for callers whose group was not committed. */
export function toStoreFailure(error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error
  const what = isFailedSync(error) ? 'The disk failed to sync' : 'The database refused a commit'
  return new StoreFailure(`${what}: ${String(error)}`, { cause: error })
}
