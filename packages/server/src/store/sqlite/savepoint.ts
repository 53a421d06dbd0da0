import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** The savepoint of one write, to undo its changes apart from others in the same transaction. */
export class Savepoint {
  /** Whether the write has changed anything. */
  exists = false
  readonly #main: DatabaseSync
  readonly #make: StatementSync
  readonly #rollBack: StatementSync
  readonly #release: StatementSync

  constructor(main: DatabaseSync) {
    this.#main = main
    this.#make = main.prepare('savepoint one')
    this.#rollBack = main.prepare('rollback to one')
    this.#release = main.prepare('release one')
  }

  /** Called when another write begins. */
  reset(): void {
    this.exists = false
  }

  /** Called before each change. The first change creates the savepoint. */
  make(): void {
    if (!this.exists) this.#make.run()
    this.exists = true
  }

  rollBack(): void {
    if (this.exists) this.#rollBack.run()
  }

  release(): void {
    if (this.exists && this.#main.isTransaction) this.#release.run()
  }
}
