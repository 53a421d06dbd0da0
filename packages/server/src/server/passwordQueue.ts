import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { PasswordHasher } from '#domain/people/passwords'
import type { PendingPasswords } from '#domain/people/pendingPasswords'
import { DiskRefusal, type Store } from '#store/db'
import type { WorkspaceFile } from '#workspace/declaration'
import { findUnhashed, hashAndStore, type UnhashedPassword } from '#workspace/passwords'

export const retryMs = 5000
/** So many are hashed too soon to tell. */
const fewPasswords = 10

/** [OPS-11] Hashes the passwords of workspace files in the background. Nobody waits for all of them. */
export class PasswordQueue {
  readonly #store: Store
  readonly #pending: PendingPasswords
  readonly #notify: (words: string) => void
  readonly #stopping = new AbortController()
  readonly #hasher = createBackgroundHasher()
  readonly #limit = pLimit(hashesAtOnce())
  /** By team and person. A later file says in place of an earlier one. */
  readonly #unhashed = new Map<string, UnhashedPassword>()
  onHashed = (_hashes: ReadonlyMap<string, string>): void => {}

  constructor(store: Store, pending: PendingPasswords, notify: (words: string) => void) {
    this.#store = store
    this.#pending = pending
    this.#notify = notify
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  stop(): void {
    this.#stopping.abort()
  }

  /** Takes what the database notes as still to be hashed of the people of a file. */
  async add(file: WorkspaceFile): Promise<void> {
    for (const person of await findUnhashed(this.#store.db, file)) this.#unhashed.set(person.key, person)
    const byEmail = Map.groupBy(this.#unhashed.values(), ({ email, key }) => email ?? key)
    this.#pending.replace([...byEmail].map(([email, people]) => [email, () => this.#hash(people)]))
  }

  async #hash(people: readonly UnhashedPassword[]): Promise<void> {
    const hashes = await hashAndStore(this.#store, this.#hasher, people)
    for (const key of hashes.keys()) this.#unhashed.delete(key)
    this.onHashed(hashes)
  }

  /** Hashes what is there, unless the server stops. */
  async run(): Promise<void> {
    const report = progressTo(this.#notify)
    const emails = this.#pending.emailKeys
    let done = 0
    await this.#limit.map(emails, async (email) => {
      await this.#untilThereIsRoom(() => this.#pending.run(email))
      report(++done, emails.length)
    })
  }

  async #untilThereIsRoom(job: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted)
      try {
        return await job()
      } catch (error) {
        if (!(error instanceof DiskRefusal)) throw error
        await sleep(retryMs, undefined, { signal, ref: false }).catch(() => {})
      }
  }
}

/** One core and one thread of the pool are left to calls and syncs. */
function hashesAtOnce(): number {
  return Math.max(1, Math.min(3, availableParallelism() - 1))
}

export function createBackgroundHasher(): PasswordHasher {
  return new PasswordHasher(hashesAtOnce())
}

/** For a command or a reset, somebody waits. */
export function createBulkHasher(): PasswordHasher {
  return new PasswordHasher(Math.min(4, availableParallelism()))
}

/** Says once a second how far it is, if it takes that long. */
function progressTo(notify: (words: string) => void): (done: number, of: number) => void {
  let last = performance.now()
  return (done, of) => {
    if (of < fewPasswords || performance.now() - last < 1000) return
    last = performance.now()
    notify(`Hashing the passwords of the workspace file: ${done} of ${of}.`)
  }
}
