import { setTimeout as sleep } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Bus } from '#bus/bus'
import { newestSeq } from '#domain/log/entry'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'

/** What readers are told by; the rest of an entry is for writers and apps. */
const columns = ['seq', 'kind', 'team_id', 'channel_id', 'ts', 'subject', 'n', 'body'] as const

export type Entry = Pick<Selectable<Tables['log']>, (typeof columns)[number]>

const most = 5000

/** Follows the log with a cursor: every entry, in order, once. */
export class Follower {
  #db: Db
  #handle: (entries: Entry[]) => Promise<void>
  #pause: number
  readonly #usualPause: number
  #cursor = 0
  #running = false
  #again = false
  readonly #stopping = new AbortController()
  #unsubscribe: () => void
  /** Settles when no run is under way. */
  #finished: Promise<void> = Promise.resolve()
  /** Whether there is nobody to handle entries for: then they are passed over, unread. */
  idle: () => boolean = () => false
  /** Hears of a database that does not answer; the follower tries again by itself. */
  onDefect: (defect: unknown) => void = () => {}

  /** `pause`: milliseconds to wait after a wake-up, so that what comes together is handled together. */
  constructor(db: Db, bus: Bus, pause: number, handle: (entries: Entry[]) => Promise<void>) {
    this.#db = db
    this.#handle = handle
    this.#pause = pause
    this.#usualPause = pause
    this.#unsubscribe = bus.onWake(() => this.#wake())
  }

  /** Starts with what comes from now on. */
  async start(): Promise<void> {
    this.#cursor = await newestSeq(this.#db)
  }

  /** Resolves when nothing is being read or handled any more. */
  stop(): Promise<void> {
    this.#stopping.abort()
    this.#unsubscribe()
    return this.#finished
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted
  }

  #wake(): void {
    if (this.#running) this.#again = true
    else {
      this.#running = true
      const { signal } = this.#stopping
      const paused = sleep(this.#pause, undefined, { signal }).catch(() => {}) // stopped: the run looks itself
      this.#finished = paused.then(() => this.#run())
    }
  }

  async #run(): Promise<void> {
    this.#again = false
    if (this.#stopped) return
    try {
      const newest = this.idle() ? await newestSeq(this.#db) : this.#cursor
      if (this.idle()) {
        this.#cursor = newest
        return
      }
      const entries = await entriesAfter(this.#db, this.#cursor, most)
      const last = entries.at(-1)
      if (last && !this.#stopped) {
        await this.#handle(entries)
        this.#cursor = last.seq
      }
      this.#pause = this.#usualPause
      if (entries.length === most) this.#again = true
    } catch (error) {
      this.onDefect(error)
      this.#pause = 1000
      this.#again = true
    } finally {
      this.#running = false
      if (this.#again && !this.#stopped) this.#wake()
    }
  }
}

export function entriesAfter(db: Db, seq: number, limit: number): Promise<Entry[]> {
  return db.selectFrom('log').select(columns).where('seq', '>', seq).orderBy('seq').limit(limit).execute()
}
