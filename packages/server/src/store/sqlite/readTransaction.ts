import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Db } from '#store/db'
import type { Connections } from './connections.ts'
import { Mutex } from './mutex.ts'

/** Keeps a connection that reads on one state of the database. */
export class ReadTransaction {
  readonly #connection: DatabaseSync
  readonly #begin: StatementSync
  readonly #firstRead: StatementSync
  readonly #end: StatementSync

  constructor(connection: DatabaseSync) {
    this.#connection = connection
    this.#begin = connection.prepare('begin')
    this.#firstRead = connection.prepare('select key from meta limit 1')
    this.#end = connection.prepare('rollback')
  }

  /** Moves the connection to everything that is committed now. Only called when all of that is on stable storage. */
  begin(): void {
    this.end()
    this.#begin.run()
    // A transaction sees the state at its first read.
    this.#firstRead.get()
  }

  end(): void {
    if (this.#connection.isTransaction) this.#end.run()
  }
}

/** Reads that see one state of the database from their beginning to their end. One goes on at a time. */
export class Snapshots {
  readonly #db: Db
  readonly #reader: ReadTransaction
  readonly #mutex: Mutex

  constructor({ snapshotDb, snapshots, inMemory, mutex }: Connections) {
    this.#db = snapshotDb
    this.#reader = new ReadTransaction(snapshots)
    this.#mutex = inMemory ? mutex : new Mutex()
  }

  /** Waits for its turn and keeps others out, until the function is called that it returns. */
  lock(): Promise<() => void> {
    return this.#mutex.lock()
  }

  /** Calls `fn` once `ready` has resolved. */
  async read<T>(fn: (db: Db) => Promise<T>, ready: () => Promise<void>): Promise<T> {
    const unlock = await this.lock()
    try {
      await ready()
      this.#reader.begin()
      try {
        return await fn(this.#db)
      } finally {
        this.#reader.end()
      }
    } finally {
      unlock()
    }
  }
}
