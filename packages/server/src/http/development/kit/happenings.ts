import type { Bus } from '#bus/bus'
import type { Journal, Noted } from '#http/development/journal/journal'
import type { Store } from '#store/db'
import { followedColumns, type FollowedEntry, type News } from '#store/news'

/** How many entries are kept, of all teams together. */
const maxEntries = 20_000

/** Called with the team of what has happened; without one if it may concern every team. */
type Listener = (team: string | undefined) => void

/**
 * What has happened in teams since somebody began to follow them: the entries of their logs, longer than the logs keep them. A
 * position counts entries of all teams. A turn counts changes, those of the journal too.
 */
export class Happenings {
  readonly #store: Store
  readonly #bus: Bus
  readonly #journal: Journal
  #entries: FollowedEntry[] = []
  #dropped = 0
  #turn = 0
  #turnOfAll = 0
  readonly #teams = new Map<string, { turn: number; stop: () => void }>()
  readonly #listeners = new Set<Listener>()
  #stopListening: (() => void) | undefined

  constructor(store: Store, bus: Bus, journal: Journal) {
    this.#store = store
    this.#bus = bus
    this.#journal = journal
  }

  /** Keeps what happens in a team from now on. */
  follow(team: string): void {
    if (this.#teams.has(team)) return
    this.#stopListening ??= this.#journal.listen((noted) => this.#hear(noted))
    this.#teams.set(team, { turn: this.#turn, stop: this.#bus.follow(team, (news) => this.#add(news)) })
  }

  /** The team is gone. */
  forget(team: string): void {
    this.#teams.get(team)?.stop()
    this.#teams.delete(team)
  }

  /** How many entries there have been. */
  get position(): number {
    return this.#dropped + this.#entries.length
  }

  get entries(): readonly FollowedEntry[] {
    return this.#entries
  }

  /** The position of the first entry that is kept. */
  get first(): number {
    return this.#dropped
  }

  /** The number of the newest change that may concern a team. */
  turnOf(team: string): number {
    return Math.max(this.#turnOfAll, this.#teams.get(team)?.turn ?? 0)
  }

  /** Resolves at the next change that may concern the team, or any team, or when `ended` is aborted. */
  change(ended: AbortSignal, team?: string): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        stop()
        ended.removeEventListener('abort', done)
        resolve()
      }
      const stop = this.#listen((about) => {
        if (about === undefined || team === undefined || about === team) done()
      })
      if (ended.aborted) done()
      else ended.addEventListener('abort', done)
    })
  }

  /** Whether nothing happens for so long. An app may be about to act on what it has acknowledged. */
  async isQuiet(milliseconds: number, team?: string): Promise<boolean> {
    let isQuiet = true
    const stop = this.#listen((about) => {
      if (team === undefined || about === team) isQuiet = false
    })
    await this.#passed(milliseconds, () => isQuiet)
    // What has arrived meanwhile is handled first.
    for (let turn = 0; isQuiet && turn < 5; turn++) await new Promise((done) => setImmediate(done))
    stop()
    return isQuiet
  }

  /** Lets everybody look again who waits. */
  wake(team?: string): void {
    this.#turn++
    const followed = team === undefined ? undefined : this.#teams.get(team)
    if (team === undefined) this.#turnOfAll = this.#turn
    else if (followed) followed.turn = this.#turn
    for (const listener of this.#listeners) listener(team)
  }

  stop(): void {
    this.#stopListening?.()
    for (const { stop } of this.#teams.values()) stop()
    this.#teams.clear()
  }

  async #passed(milliseconds: number, isAwaited: () => boolean): Promise<void> {
    const passed = AbortSignal.timeout(milliseconds)
    while (isAwaited() && !passed.aborted) await this.change(passed)
  }

  #listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #hear(noted: Noted | undefined): void {
    this.wake(noted?.team)
  }

  #add({ logged, team, last }: News): void {
    if (logged) this.#push(team, logged.entries)
    else void this.#read(team, last)
  }

  /** News may come without their entries. */
  async #read(team: string, last: number): Promise<void> {
    const known = this.#entries.findLast((entry) => entry.team_id === team)?.seq ?? 0
    const entries = this.#store.db.selectFrom('log').select(followedColumns).where('team_id', '=', team)
    this.#push(team, await entries.where('seq', '>', known).where('seq', '<=', last).orderBy('seq').execute())
  }

  #push(team: string, entries: readonly FollowedEntry[]): void {
    this.#entries.push(...entries)
    const extra = this.#entries.length - maxEntries
    // A part at a time, so that it costs little.
    if (extra > maxEntries / 10) {
      this.#entries = this.#entries.slice(extra)
      this.#dropped += extra
    }
    this.wake(team)
  }
}
