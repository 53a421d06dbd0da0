import type { PasswordHasher } from './passwords.ts'

/** [OPS-11] In place of the hash of a password that a workspace file gives and that is still to be hashed. */
export const pendingPassword = ''

/** [OPS-11] Before the hash of what a workspace file gave, while it is still to be found out whether it now gives another. */
export const uncompared = '?'

/** Hashes and stores the passwords of everyone with one address. */
type Hash = () => Promise<void>

/** Passwords of people that are still to be hashed, by the e-mail address of the person. They are in memory only. */
export class PendingPasswords {
  readonly #hasher: PasswordHasher
  readonly #jobs = new Map<string, Hash>()
  readonly #running = new Map<string, Promise<void>>()
  #held = Promise.resolve()

  constructor(hasher: PasswordHasher) {
    this.#hasher = hasher
  }

  /** The addresses whose passwords are still to be hashed. */
  get emailKeys(): string[] {
    return [...this.#jobs.keys()]
  }

  /** In place of all that was still to be hashed. */
  replace(jobs: Iterable<[emailKey: string, hash: Hash]>): void {
    this.#jobs.clear()
    for (const [emailKey, hash] of jobs) this.#jobs.set(emailKey, hash)
  }

  /** Hashes what belongs to an address, once. */
  async run(emailKey: string): Promise<void> {
    await this.#held
    const job = this.#jobs.get(emailKey)
    if (!job) return
    let running = this.#running.get(emailKey)
    if (!running) {
      running = job()
        .then(() => void this.#jobs.delete(emailKey))
        .finally(() => this.#running.delete(emailKey))
      this.#running.set(emailKey, running)
    }
    await running
  }

  /** Somebody who signs in waits for their own password alone. The time does not tell whether there is such a person. */
  async finish(emailKey: string): Promise<void> {
    if (this.#jobs.size === 0) return
    await (this.#jobs.has(emailKey) ? this.run(emailKey) : this.#hasher.hash(''))
  }

  /** While `work` changes which passwords there are, none is stored: what runs ends before, and the rest waits. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#held
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = before.then(() => promise)
    await before
    try {
      await Promise.allSettled(this.#running.values())
      return await work()
    } finally {
      resolve()
    }
  }
}
