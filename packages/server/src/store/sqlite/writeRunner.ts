import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { andThen, type MaybePromise } from '#store/maybePromise'
import { UnitOfWork } from '#store/unitOfWork'
import type { CommitGroup, PendingWrite } from './commitGroup.ts'
import type { Connections } from './connections.ts'
import { toDiskRefusal } from './diskRefusal.ts'
import { Savepoint } from './savepoint.ts'

/** Others get their turn after a write that took longer, milliseconds. Its log entries and its answer take as long again. */
const longWrite = 5

/** Runs the writes of a group, one after the other, in the transaction of the group. */
export class WriteRunner {
  readonly #main: DatabaseSync
  readonly #tx: Connections['tx']
  readonly #savepoint: Savepoint
  readonly #directory: string | undefined

  constructor({ main, tx, changes, directory }: Connections) {
    this.#main = main
    this.#directory = directory
    this.#tx = tx
    this.#savepoint = new Savepoint(main)
    changes.beforeChange = () => this.#savepoint.make()
  }

  /**
   * Runs one write, in a savepoint from its first change on. Its log entries are written with those of the group. No
   * long-lived object may refer to what is created here, or each write would survive until the next full garbage
   * collection.
   */
  run(write: PendingWrite, group: CommitGroup): MaybePromise<void> {
    const began = performance.now()
    return andThen(this.#run(write, group), () => (performance.now() - began < longWrite ? undefined : nextTurn()))
  }

  #run(write: PendingWrite, group: CommitGroup): MaybePromise<void> {
    const work = new UnitOfWork(this.#tx.clock)
    this.#tx.work = work
    this.#savepoint.reset()
    let value
    try {
      value = write.fn(this.#tx)
    } catch (error) {
      return this.#undo(write, work, error)
    }
    if (!(value instanceof Promise)) return this.#finish(write, work, group, value)
    return value.then(
      (awaited) => this.#finish(write, work, group, awaited),
      (error) => this.#undo(write, work, error),
    )
  }

  #finish(write: PendingWrite, work: UnitOfWork, group: CommitGroup, value: unknown): void {
    write.value = value
    this.#tx.cache.addPending(work.entries)
    group.works.push(work)
    group.entries.push(...work.entries)
    group.hasChanges ||= this.#savepoint.exists || work.entries.length > 0
    this.#savepoint.release()
  }

  #undo(write: PendingWrite, work: UnitOfWork, error: unknown): void {
    // Such an error ends the whole transaction in SQLite, not only the part of this write.
    if (!this.#main.isTransaction || toDiskRefusal(error, this.#directory)) throw error
    this.#savepoint.rollBack()
    work.runOnRollback()
    this.#tx.cache.invalidate(work.entries)
    write.error = error
    write.failed = true
    this.#savepoint.release()
  }
}
