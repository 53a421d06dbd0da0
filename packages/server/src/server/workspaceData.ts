import { hashToken } from '#domain/ids'
import { createEpoch } from '#domain/log/epoch'
import type { PasswordHasher } from '#domain/people/passwords'
import type { Store } from '#store/db'
import type { WorkspaceFile } from '#workspace/declaration'
import { type LoadTools, loadWorkspace } from '#workspace/load'
import { resetWorkspace } from '#workspace/reset'

/** Writes what the database needs before the first request: the epoch of the log, and the workspace file. */
export class WorkspaceData {
  readonly #store: Store
  readonly #file: WorkspaceFile | undefined
  readonly #tools: LoadTools

  constructor(store: Store, file: WorkspaceFile | undefined, passwords: PasswordHasher) {
    this.#store = store
    this.#file = file
    this.#tools = { hashToken, hashPassword: (password) => passwords.hash(password) }
  }

  async start(): Promise<void> {
    await this.#store.write(async (tx) => {
      await createEpoch(tx)
      if (this.#file) await loadWorkspace(tx, this.#file, this.#tools)
    })
  }

  /** Resets everything to the workspace file. */
  reset(): Promise<void> {
    return this.#store.write((tx) => resetWorkspace(tx, this.#file, this.#tools))
  }
}
