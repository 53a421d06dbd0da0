import { Backoff } from '#domain/backoff'
import type { Store } from '#store/db'
import { listUnrecordedTeams, recordEvents, type Unrecorded } from './recordEvents.ts'

/** How long to wait, so that entries which arrive together are recorded together. */
const gatherMs = 20
/** How long to leave it to another process to record what it has logged, so that not all of them try. Milliseconds. */
const othersMs = 100

/** Makes deliveries of log entries as soon as they are written. */
export class EventRecorder {
  readonly #store: Store
  readonly #onRecorded: () => void
  readonly #onUnexpectedError: (error: unknown) => void
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
    this.#wake(0)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await this.#lastRun
    for (const retry of this.#retries.values()) clearTimeout(retry)
  }

  /** Says that this process has logged something. */
  wake(): void {
    this.#wake(gatherMs)
  }

  /** Says that another process has. */
  wakeForOthers(): void {
    this.#wake(othersMs)
  }

  #wake(pause: number): void {
    if (this.#isStopped || !this.#isStarted) return
    // Until the next run begins, nobody needs another one after it: other nodes may say more than this one can record.
    const at = performance.now() + pause
    if (this.#timer && this.#wakesAt <= at) return
    clearTimeout(this.#timer)
    this.#wakesAt = at
    this.#timer = setTimeout(() => {
      this.#lastRun = this.#lastRun.then(() => {
        this.#timer = undefined
        return this.#record()
      })
    }, pause)
  }

  async #record(): Promise<void> {
    if (this.#isStopped) return
    try {
      const unrecorded = await listUnrecordedTeams(this.#store.db)
      const teams = unrecorded.filter((team) => !this.#retries.has(team))
      for (const team of teams) await this.#recordTeam(team)
      if (teams.length > 0) this.#onRecorded()
      this.#backoffs.delete('')
    } catch (error) {
      if (this.#isStopped) return
      this.#onUnexpectedError(error)
      this.#wake(this.#backoff(''))
    }
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
      this.#wake(0)
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
