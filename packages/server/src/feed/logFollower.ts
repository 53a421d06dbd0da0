import { setTimeout as sleep } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Bus } from '#bus/bus'
import { newestSeq } from '#domain/log/entry'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'

/** The columns that the feed reads. The others are for writers and apps. */
const columns = ['seq', 'kind', 'team_id', 'channel_id', 'ts', 'subject', 'n', 'body'] as const

export type FollowedEntry = Pick<Selectable<Tables['log']>, (typeof columns)[number]>

/** How many entries are read and handled together. */
const maxEntries = 5000

/** Follows the log with a cursor and handles every entry, in order, once. */
export class LogFollower {
  #db: Db
  #handle: (entries: FollowedEntry[]) => Promise<void>
  #pauseMs: number
  readonly #usualPauseMs: number
  #cursor = 0
  #isRunning = false
  #runAgain = false
  readonly #stopping = new AbortController()
  #unsubscribe: () => void
  /** Settles when no run is under way. */
  #finished: Promise<void> = Promise.resolve()
  /** True if nobody needs the entries: they are then skipped without being read. */
  isIdle: () => boolean = () => false
  /** Called when the database fails. The follower then tries again by itself. */
  onUnexpectedError: (error: unknown) => void = () => {}

  /** `pauseMs`: how long to wait after a wake-up, so that entries which arrive together are handled together. */
  constructor(db: Db, bus: Bus, pauseMs: number, handle: (entries: FollowedEntry[]) => Promise<void>) {
    this.#db = db
    this.#handle = handle
    this.#pauseMs = pauseMs
    this.#usualPauseMs = pauseMs
    this.#unsubscribe = bus.onWake(() => this.#wake())
  }

  /** Starts at the current end of the log. */
  async start(): Promise<void> {
    this.#cursor = await newestSeq(this.#db)
  }

  /** Resolves when no entry is being read or handled any more. */
  stop(): Promise<void> {
    this.#stopping.abort()
    this.#unsubscribe()
    return this.#finished
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  #wake(): void {
    if (this.#isRunning) this.#runAgain = true
    else {
      this.#isRunning = true
      const { signal } = this.#stopping
      const paused = sleep(this.#pauseMs, undefined, { signal }).catch(() => {}) // stopped: #run returns at once
      this.#finished = paused.then(() => this.#run())
    }
  }

  async #run(): Promise<void> {
    this.#runAgain = false
    if (this.#isStopped) return
    try {
      const newest = this.isIdle() ? await newestSeq(this.#db) : this.#cursor
      if (this.isIdle()) {
        this.#cursor = newest
        return
      }
      const entries = await entriesAfter(this.#db, this.#cursor, maxEntries)
      const last = entries.at(-1)
      if (last && !this.#isStopped) {
        await this.#handle(entries)
        this.#cursor = last.seq
      }
      this.#pauseMs = this.#usualPauseMs
      if (entries.length === maxEntries) this.#runAgain = true
    } catch (error) {
      this.onUnexpectedError(error)
      this.#pauseMs = 1000
      this.#runAgain = true
    } finally {
      this.#isRunning = false
      if (this.#runAgain && !this.#isStopped) this.#wake()
    }
  }
}

export function entriesAfter(db: Db, seq: number, limit: number): Promise<FollowedEntry[]> {
  return db.selectFrom('log').select(columns).where('seq', '>', seq).orderBy('seq').limit(limit).execute()
}
