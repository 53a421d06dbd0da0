import { hashToken } from '#domain/ids'
import { createEpoch, findEpoch } from '#domain/log/epoch'
import { PasswordHasher } from '#domain/people/passwords'
import { PendingPasswords } from '#domain/people/pendingPasswords'
import type { Applied, WorkspaceSource } from '#http/operator/workspaceAdministration'
import { DiskRefusal, type Store } from '#store/db'
import { listChanges } from '#workspace/changes/list'
import type { WorkspaceFile } from '#workspace/declaration'
import { loadWorkspace } from '#workspace/load'
import {
  comparePasswords,
  findComparable,
  findFingerprint,
  hashFingerprint,
  hashMissingPasswords,
  type NewPasswords,
  saveFingerprint,
} from '#workspace/passwords'
import { resetWorkspace } from '#workspace/reset'
import { applyWorkspace } from './applyWorkspace.ts'
import { createBackgroundHasher, createBulkHasher, PasswordQueue, retryMs } from './passwordQueue.ts'
import { runRepeatedly } from './runRepeatedly.ts'

/** Tells the operator something in a sentence. */
export type Notify = (words: string) => void

/** Writes what the database needs before the first request: the epoch of the log, and the workspace file. */
export class WorkspaceData {
  readonly #store: Store
  readonly #file: WorkspaceFile | undefined
  readonly #notify: Notify
  readonly #onUnexpectedError: (error: unknown) => void
  readonly #pending: PendingPasswords
  readonly #queue: PasswordQueue
  #stopTrying = async (): Promise<void> => {}
  #hashing = Promise.resolve()
  /** From then on, the file of the start need not be what the database should say. */
  #hasApplied = false
  /** Hashes of the file of the start, which a reset can use again. */
  readonly #passwords = new Map<string, string>()

  constructor(
    store: Store,
    file: WorkspaceFile | undefined,
    onUnexpectedError: (error: unknown) => void,
    notify: Notify = () => {},
    pending = new PendingPasswords(new PasswordHasher()),
  ) {
    this.#onUnexpectedError = onUnexpectedError
    this.#store = store
    this.#file = file
    this.#notify = notify
    this.#pending = pending
    this.#queue = new PasswordQueue(store, pending, notify)
    this.#queue.onHashed = (hashes) => {
      if (!this.#hasApplied) for (const [key, hash] of hashes) this.#passwords.set(key, hash)
    }
  }

  /** On a full disk, a database with data is served as it is. What the file adds is written once there is room. */
  async start(): Promise<void> {
    try {
      await this.#write()
    } catch (error) {
      if (!(error instanceof DiskRefusal) || !(await findEpoch(this.#store.db))) throw error
      this.#onUnexpectedError(error)
      this.#stopTrying = runRepeatedly(() => this.#tryAgain(), {
        intervalMs: retryMs,
        onUnexpectedError: this.#onUnexpectedError,
      })
    }
  }

  async #tryAgain(): Promise<void> {
    await this.#write()
    this.startHashing()
    // The job cannot wait for its own end.
    void this.#stopTrying()
  }

  async stop(): Promise<void> {
    this.#queue.stop()
    await Promise.all([this.#stopTrying(), this.#hashing])
  }

  async #write(): Promise<void> {
    const file = this.#file
    if (!file) return this.#store.write(createEpoch)
    await this.#store.write(async (tx) => {
      await createEpoch(tx)
      await loadWorkspace(tx, file, { hashToken, hashPassword: () => undefined })
    })
    await this.#queue.add(file)
  }

  /** [OPS-11] Hashes passwords while the server runs, and then warns. Nobody waits for it. */
  startHashing(): void {
    this.#goOn(async () => {
      await this.#queue.run()
      if (this.#file && !this.#queue.isStopping) await this.#compare(this.#file)
    })
  }

  /** Resolves when all that is hashed in the background is. */
  get hashed(): Promise<void> {
    return this.#hashing
  }

  /** Whether something is hashed in the background. */
  get isHashing(): boolean {
    return this.#pending.emailKeys.length > 0
  }

  #goOn(work: () => Promise<void>): void {
    this.#hashing = Promise.all([this.#hashing, work().catch(this.#onUnexpectedError)]).then(() => {})
  }

  /** [OPS-7] Applies a workspace file. Passwords of new people, and many that may have changed, are hashed afterwards. */
  async apply(source: WorkspaceSource, dryRun: boolean): Promise<Applied> {
    if (dryRun) return (await applyWorkspace(this.#store, source, true)).applied
    const applied = await this.#pending.hold(async () => {
      this.#hasApplied = true
      const done = await applyWorkspace(this.#store, source, false)
      await this.#queue.add(done.file)
      return done.applied
    })
    this.#goOn(() => this.#queue.run())
    return applied
  }

  /** Finds out which passwords the file has changed, and remembers all of it if none. */
  async #compare(file: WorkspaceFile): Promise<void> {
    const hasher = createBackgroundHasher()
    const { db } = this.#store
    const { first, comparable } = await findComparable(db, file, hasher)
    const unknown = comparable.filter(({ key }) => !this.#passwords.has(key))
    const changed = new Map([...first, ...(await comparePasswords(db, unknown, hasher))])
    if (this.#hasApplied) return
    const hasSame = changed.size > 0 || (await findFingerprint(db, file, hasher)) !== undefined
    const fingerprint = hasSame ? undefined : await hashFingerprint(file, hasher)
    if (fingerprint !== undefined) await this.#store.write((tx) => saveFingerprint(tx, fingerprint))
    await this.#warn(file, changed)
  }

  /** [OPS-8] Names what the file says about access and the database does not, and counts the rest. */
  async #warn(file: WorkspaceFile, passwords: NewPasswords): Promise<void> {
    const changes = await listChanges(this.#store.db, file, passwords, hashToken)
    for (const { about, words } of changes.filter(({ concernsAccess }) => concernsAccess).slice(0, maxWarnings))
      this.#notify(`The workspace file says of ${about}: ${words}. The database does not.`)
    if (changes.length > 0)
      this.#notify(
        `${changes.length === 1 ? 'One line' : `${changes.length} lines`} of the workspace file differ from the database, which stays as it is. \`rivulet workspace apply\` shows and changes them.`,
      )
  }

  /** Resets everything to the workspace file. */
  async reset(): Promise<void> {
    const file = this.#file
    await this.#hashing
    if (file) {
      const missing = await hashMissingPasswords(this.#store.db, file, createBulkHasher(), this.#passwords)
      for (const [key, hash] of missing) this.#passwords.set(key, hash)
    }
    const hashPassword = (_password: string, key: string) => {
      const hash = this.#passwords.get(key)
      if (hash === undefined) throw new Error(`The password of ${key} was not hashed.`)
      return hash
    }
    return this.#store.write((tx) => resetWorkspace(tx, file, { hashToken, hashPassword }))
  }
}

const maxWarnings = 20
