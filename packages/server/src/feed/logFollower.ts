import type { Bus } from '#bus/bus'
import { Backoff } from '#domain/backoff'
import { entriesAfter, newestSeq } from '#domain/log/numbers'
import type { Db } from '#store/db'
import type { FollowedEntry, News } from '#store/news'
import { UnconfirmedEntries } from './unconfirmedEntries.ts'

/** How many entries are read and handled together, and how many that came along with news wait at most. */
const maxEntries = 5000

/** `cursor`: whoever has seen everything up to this number goes on there. What came after it is not confirmed yet. */
export type HandleEntries = (entries: readonly FollowedEntry[], cursor: number) => Promise<void>

/** Follows the log of a team with a cursor and handles every entry, in order, once. */
export class LogFollower {
  readonly #db: Db
  readonly #teamId: string
  readonly #handle: HandleEntries
  /** From when on entries of other processes are believed, as of `performance.now()`. */
  readonly #believesFrom: number
  readonly #usualPauseMs: number
  #pauseMs: number
  readonly #backoff = new Backoff()
  /** Undefined until it is known where the log ends. */
  #cursor: number | undefined
  /** The log was said to go up to here, since it was last read to its end. */
  #newest = 0
  /** Entries that came along with news. */
  #along: (Required<News>['logged'] & { isHearsay: boolean })[] = []
  #countAlong = 0
  readonly #unconfirmed: UnconfirmedEntries
  #isRunning = false
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  readonly #unfollow: () => void
  /** Settles when no run is under way. */
  #finished: Promise<void> = Promise.resolve()
  /** Called when the database fails. The follower then tries again by itself. */
  onUnexpectedError: (error: unknown) => void = () => {}
  /** Called when the log has gone back. What was handled may never have happened. */
  onAnew = (): void => {}
  /** Called when entries were handled that another process was said to have logged, and that are not in the log. */
  onFalse = (): void => {}

  /**
   * `pauseMs`: how long to wait after news, so that entries which arrive together are handled together. `believesFrom`: until
   * then, entries of other processes are read from the log.
   */
  constructor(
    source: { db: Db; bus: Bus; teamId: string; believesFrom?: number },
    pauseMs: number,
    handle: HandleEntries,
  ) {
    this.#db = source.db
    this.#teamId = source.teamId
    this.#believesFrom = source.believesFrom ?? 0
    this.#handle = handle
    this.#unconfirmed = new UnconfirmedEntries((after, limit) => entriesAfter(this.#db, this.#teamId, after, limit))
    this.#unconfirmed.onFalse = () => this.onFalse()
    this.#unconfirmed.onUnexpectedError = (error) => this.onUnexpectedError(error)
    this.#pauseMs = pauseMs
    this.#usualPauseMs = pauseMs
    this.#unfollow = source.bus.follow(source.teamId, (...heard) => this.#hear(...heard))
  }

  /** Starts at the current end of the log. */
  async start(): Promise<void> {
    this.#cursor = await newestSeq(this.#db, this.#teamId)
    if (this.#newest > this.#cursor) this.#wake()
  }

  /** Resolves when no entry is being read or handled any more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#unfollow()
    await Promise.all([this.#finished, this.#unconfirmed.stop()])
  }

  #hear({ last, logged, isAnew }: News, isHearsay: boolean): void {
    if (isAnew) return this.onAnew()
    if (last <= (this.#cursor ?? 0)) return
    this.#newest = Math.max(this.#newest, last)
    const isBelieved = !isHearsay || performance.now() >= this.#believesFrom
    // What does not fit is read from the log.
    const waiting = this.#countAlong + this.#unconfirmed.count
    if (logged && isBelieved && waiting + logged.entries.length <= maxEntries) {
      this.#along.push({ ...logged, isHearsay })
      this.#countAlong += logged.entries.length
    }
    this.#wake()
  }

  #wake(): void {
    if (this.#isRunning || this.#cursor === undefined || this.#isStopped) return
    this.#isRunning = true
    this.#timer = setTimeout(() => {
      this.#finished = this.#run()
    }, this.#pauseMs)
  }

  async #run(): Promise<void> {
    const cursor = this.#cursor ?? 0
    const told = this.#newest
    // Whoever says more while the log is read is believed again.
    this.#newest = 0
    let isEnd = false
    try {
      const next = await this.#handleNext(cursor)
      this.#cursor = next.reached
      isEnd = next.isEnd
      this.#pauseMs = this.#usualPauseMs
      this.#backoff.reset()
    } catch (error) {
      this.onUnexpectedError(error)
      this.#pauseMs = this.#backoff.next()
    }
    if (!isEnd) this.#newest = Math.max(this.#newest, told)
    this.#isRunning = false
    if (this.#newest > (this.#cursor ?? 0)) this.#wake()
  }

  /** Handles the entries after the cursor. Returns the number up to which everything is handled. `isEnd`: the log has no more. */
  async #handleNext(cursor: number): Promise<{ reached: number; isEnd: boolean }> {
    const along = this.#takeAlong(cursor)
    const entries = along ?? (await entriesAfter(this.#db, this.#teamId, cursor, maxEntries))
    if (this.#isStopped) return { reached: cursor, isEnd: true }
    const [first] = entries
    if (first) await this.#handle(entries, Math.min(first.seq - 1, this.#unconfirmed.confirmed))
    // The log alone says how far it goes: news may be wrong.
    return { reached: entries.at(-1)?.seq ?? cursor, isEnd: !along && entries.length < maxEntries }
  }

  /** Takes the entries that came along and follow the cursor without a gap, if there are any. */
  #takeAlong(cursor: number): FollowedEntry[] | undefined {
    const entries: FollowedEntry[] = []
    let reached = cursor
    for (const { after, entries: logged, isHearsay } of this.#along.toSorted((a, b) => a.after - b.after)) {
      if (after > reached) break
      const next = logged.filter(({ seq }) => seq > reached)
      entries.push(...next)
      if (isHearsay) this.#unconfirmed.add(next)
      reached = next.at(-1)?.seq ?? reached
    }
    this.#along = []
    this.#countAlong = 0
    return entries.length > 0 ? entries : undefined
  }
}
