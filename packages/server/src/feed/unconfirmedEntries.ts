import { isDeepStrictEqual } from 'node:util'
import { type FollowedEntry, followedColumns } from '#store/news'

/** How long entries wait, so that many are compared at once. Milliseconds. */
const checkMs = 1000
/** How many numbers of the log are compared at once. */
const maxEntries = 5000

/**
 * [BUS-5] The entries that were handled because a message of the bus brought them. Each is believed until it has been
 * compared with the log: whoever may publish can have made it up.
 */
export class UnconfirmedEntries {
  #entries: FollowedEntry[] = []
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  /** Settles when no check is under way. */
  #finished: Promise<void> = Promise.resolve()
  readonly #read: (after: number, limit: number) => Promise<FollowedEntry[]>
  /** Called once, when the log has another entry with the same number, or none. */
  onFalse = (): void => {}
  /** Called when the log cannot be read. It is then read again later. */
  onUnexpectedError: (error: unknown) => void = () => {}

  /** `read`: reads the entries after a number from the log. */
  constructor(read: (after: number, limit: number) => Promise<FollowedEntry[]>) {
    this.#read = read
  }

  get count(): number {
    return this.#entries.length
  }

  /** The number before the first of them. */
  get confirmed(): number {
    return (this.#entries[0]?.seq ?? Infinity) - 1
  }

  /** Their numbers are greater than those of the entries before. */
  add(entries: readonly FollowedEntry[]): void {
    this.#entries.push(...entries)
    this.#checkSoon()
  }

  /** Resolves when the log is not being read any more. */
  stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    return this.#finished
  }

  #checkSoon(): void {
    if (this.#timer || this.#isStopped || this.#entries.length === 0) return
    this.#timer = setTimeout(() => {
      this.#finished = this.#check()
    }, checkMs).unref()
  }

  async #check(): Promise<void> {
    const last = this.confirmed + maxEntries
    const told = this.#entries.filter(({ seq }) => seq <= last)
    try {
      // They are published after their commit, so the log has those that are true, also if the store has not heard of them yet.
      const logged = new Map((await this.#read(this.confirmed, maxEntries)).map((entry) => [entry.seq, entry]))
      if (this.#isStopped) return
      if (!told.every((entry) => isSame(entry, logged.get(entry.seq)))) return this.onFalse()
      this.#entries.splice(0, told.length)
    } catch (error) {
      this.onUnexpectedError(error)
    }
    this.#timer = undefined
    this.#checkSoon()
  }
}

function isSame(told: FollowedEntry, logged: FollowedEntry | undefined): boolean {
  return logged !== undefined && followedColumns.every((column) => isDeepStrictEqual(told[column], logged[column]))
}
