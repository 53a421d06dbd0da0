import { Backoff } from '#domain/backoff'
import type { Store } from '#store/db'
import { firstUnrecorded, recordEvents, type Unrecorded } from './recordEvents.ts'

/** How long to wait, so that entries which arrive together are recorded together. */
const gatherMs = 20
/** How long to leave it to another process to record what it has logged, so that not all of them try. Milliseconds. */
const othersMs = 100

/** When to look at a team, by `performance.now`, and the number up to which its entries are not left to another process then. */
interface Due {
  at: number
  upTo: number
}

/** Makes deliveries of log entries as soon as they are written. */
export class EventRecorder {
  readonly #store: Store
  readonly #onRecorded: () => void
  readonly #onUnexpectedError: (error: unknown) => void
  /** By team: what others have logged last, and what is left to them for a moment. */
  readonly #told = new Map<string, number>()
  readonly #due = new Map<string, Due>()
  /** All teams are looked at, whoever has logged something. */
  #looksAtAll = false
  /** By team: runs until its events, which could not be recorded, are looked at again. */
  readonly #retries = new Map<string, NodeJS.Timeout>()
  /** Of teams, and of '' for all of them: how long to leave them alone. */
  readonly #backoffs = new Map<string, Backoff>()
  #timer: NodeJS.Timeout | undefined
  #wakesAt = 0
  #lastRun: Promise<void> = Promise.resolve()
  #isStarted = false
  readonly #stopping = new AbortController()

  constructor(store: Store, onRecorded: () => void, onUnexpectedError: (error: unknown) => void) {
    this.#store = store
    this.#onRecorded = onRecorded
    this.#onUnexpectedError = onUnexpectedError
  }

  start(): void {
    this.#isStarted = true
    this.#looksAtAll = true
    this.#wake(performance.now())
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await this.#lastRun
    for (const retry of this.#retries.values()) clearTimeout(retry)
  }

  /** Says that this process has logged something of a team. */
  wake(team: string): void {
    this.#lookAt(team, { at: performance.now() + gatherMs, upTo: Infinity })
  }

  /** Says that another process has, up to this number. */
  wakeForOthers(team: string, last: number): void {
    this.#told.set(team, last)
    if (!this.#due.has(team)) this.#leave(team, last)
  }

  #leave(team: string, last: number): void {
    this.#lookAt(team, { at: performance.now() + othersMs, upTo: last })
  }

  #lookAt(team: string, { at, upTo }: Due): void {
    const due = this.#due.get(team)
    const earliest = { at: Math.min(at, due?.at ?? at), upTo: Math.max(upTo, due?.upTo ?? upTo) }
    this.#due.set(team, earliest)
    this.#wake(earliest.at)
  }

  #wake(at: number): void {
    if (this.#isStopped || !this.#isStarted) return
    // Until the next run begins, nobody needs another one after it: other nodes may say more than this one can record.
    if (this.#timer && this.#wakesAt <= at) return
    clearTimeout(this.#timer)
    this.#wakesAt = at
    this.#timer = setTimeout(
      () => {
        this.#lastRun = this.#lastRun.then(() => {
          this.#timer = undefined
          return this.#record()
        })
      },
      Math.ceil(at - performance.now()),
    )
  }

  async #record(): Promise<void> {
    if (this.#isStopped) return
    try {
      const first = await firstUnrecorded(this.#store.db)
      const teams = this.#takeDue(first)
      for (const team of teams) await this.#recordTeam(team)
      if (teams.length > 0) this.#onRecorded()
      this.#backoffs.delete('')
    } catch (error) {
      if (this.#isStopped) return
      this.#onUnexpectedError(error)
      this.#looksAtAll = true
      this.#wake(performance.now() + this.#backoff(''))
    }
  }

  /** The teams to record now: those with an entry that is not left to another process any more. */
  #takeDue(first: ReadonlyMap<string, number>): string[] {
    const now = performance.now()
    const all = this.#looksAtAll
    this.#looksAtAll = false
    const overdue = [...this.#due].filter(([, { at }]) => at <= now)
    for (const [team] of overdue) this.#due.delete(team)
    const isOverdue = new Map(overdue)
    const teams = [...first].filter(([team, seq]) => all || seq <= (isOverdue.get(team)?.upTo ?? 0))
    for (const [team, { upTo }] of overdue) {
      const last = this.#told.get(team) ?? 0
      if (last > upTo) this.#leave(team, last)
      else this.#told.delete(team)
    }
    for (const { at } of this.#due.values()) this.#wake(at)
    return teams.flatMap(([team]) => (this.#retries.has(team) ? [] : [team]))
  }

  /** A team whose events cannot be recorded does not hold up the others. */
  async #recordTeam(team: string): Promise<void> {
    const { signal: stopped } = this.#stopping
    try {
      let left: Unrecorded = 'more'
      while (left === 'more' && !stopped.aborted)
        left = await this.#store.write((tx) => recordEvents(tx, team, { stopped }))
      if (left === 'busy') this.#retry(team)
      else this.#backoffs.delete(team)
    } catch (error) {
      if (stopped.aborted) return
      this.#onUnexpectedError(error)
      this.#retry(team)
    }
  }

  /** Looks at the team again later: its events could not be recorded, or another process is doing that. */
  #retry(team: string): void {
    if (this.#isStopped) return
    const retry = () => {
      this.#retries.delete(team)
      // Another process may have recorded them.
      this.#onRecorded()
      this.#lookAt(team, { at: performance.now(), upTo: Infinity })
    }
    this.#retries.set(team, setTimeout(retry, this.#backoff(team)))
  }

  #backoff(team: string): number {
    const backoff = this.#backoffs.get(team) ?? new Backoff()
    this.#backoffs.set(team, backoff)
    return backoff.next()
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted
  }
}
