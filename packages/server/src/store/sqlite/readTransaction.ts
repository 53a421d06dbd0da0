import type { DatabaseSync, StatementSync } from 'node:sqlite'

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
