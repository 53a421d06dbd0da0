import pLimit from 'p-limit'
import { Backoff } from '#domain/backoff'
import type { Store } from '#store/db'
import { firstUnrecorded, recordEvents } from './recordEvents.ts'

/** How long to wait, so that entries which arrive together are recorded together. */
const gatherMs = 20
/** How long to leave it to another process to record what it has logged, so that not all of them try. Milliseconds. */
const othersMs = 100
/** How many teams are recorded at once: while one waits for the database, others go on. */
const teamsAtOnce = 3

/** When a team is looked at, and the number up to which its entries are not left to another process then. */
interface Due {
  timer: NodeJS.Timeout
  upTo: number
}

/** Makes deliveries of log entries as soon as they are written. */
export class EventRecorder {
  readonly #store: Store
  readonly #onRecorded: () => void
  readonly #onUnexpectedError: (error: unknown) => void
  readonly #limit = pLimit(teamsAtOnce)
  readonly #due = new Map<string, Due>()
  /** By team: what others have logged last, while it is left to them. */
  readonly #told = new Map<string, number>()
  /** The teams to look at now, each with the number up to which its entries are not left to others. */
  #ready = new Map<string, number>()
  /** The teams that are known to have more to record than the batch before. */
  #unfinished = new Set<string>()
  /** Whether to look at all teams now. */
  #looksAtAll = false
  /** By team: runs until its events, which could not be recorded, are looked at again. */
  readonly #retries = new Map<string, NodeJS.Timeout>()
  /** Of teams, and of '' for all of them: how long to leave them alone. */
  readonly #backoffs = new Map<string, Backoff>()
  #again: NodeJS.Timeout | undefined
  #willRun = false
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
    this.#lookAtAll()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#again)
    for (const { timer } of this.#due.values()) clearTimeout(timer)
    await this.#lastRun
    for (const retry of this.#retries.values()) clearTimeout(retry)
  }

  /** Says that this process has logged something of a team. */
  wake(team: string): void {
    this.#lookAt(team, Infinity, gatherMs)
  }

  /** Says that another process has, up to this number. */
  wakeForOthers(team: string, last: number): void {
    this.#told.set(team, last)
    if (!this.#due.has(team)) this.#lookAt(team, last, othersMs)
  }

  #lookAt(team: string, upTo: number, pause: number): void {
    if (this.#isStopped || !this.#isStarted) return
    const due = this.#due.get(team)
    if (due && due.upTo >= upTo) return
    clearTimeout(due?.timer)
    const timer = setTimeout(() => {
      this.#due.delete(team)
      this.#ready.set(team, Math.max(upTo, this.#ready.get(team) ?? 0))
      // What they have logged since is left to others for as long.
      const last = this.#told.get(team) ?? 0
      this.#told.delete(team)
      if (last > upTo) this.wakeForOthers(team, last)
      this.#run()
    }, pause)
    this.#due.set(team, { timer, upTo })
  }

  #lookAtAll(): void {
    this.#looksAtAll = true
    this.#run()
  }

  /** Until the next run begins, nobody needs another one after it: other nodes may say more than this one can record. */
  #run(): void {
    if (this.#willRun || this.#isStopped) return
    this.#willRun = true
    this.#lastRun = this.#lastRun.then(() => {
      this.#willRun = false
      return this.#record()
    })
  }

  async #record(): Promise<void> {
    if (this.#isStopped) return
    const [all, ready, unfinished] = [this.#looksAtAll, this.#ready, this.#unfinished]
    this.#looksAtAll = false
    this.#ready = new Map()
    this.#unfinished = new Set()
    try {
      // It reads all entries that are not recorded, so not before each batch of many.
      const first = all || ready.size > 0 ? [...(await firstUnrecorded(this.#store.db))] : []
      const found = first.flatMap(([team, seq]) => (all || seq <= (ready.get(team) ?? 0) ? [team] : []))
      const unhindered = [...unfinished.union(new Set(found))].filter((team) => !this.#retries.has(team))
      await Promise.all(unhindered.map((team) => this.#limit(() => this.#recordTeam(team))))
      if (unhindered.length > 0) this.#onRecorded()
      this.#backoffs.delete('')
    } catch (error) {
      if (this.#isStopped) return
      this.#onUnexpectedError(error)
      clearTimeout(this.#again)
      this.#again = setTimeout(() => this.#lookAtAll(), this.#backoff(''))
    }
  }

  /** Records one batch: a team that has much to record, or whose events cannot be recorded, does not hold up the others. */
  async #recordTeam(team: string): Promise<void> {
    const { signal: stopped } = this.#stopping
    if (stopped.aborted) return
    try {
      const left = await this.#store.write((tx) => recordEvents(tx, team, { stopped }))
      if (left === 'busy') return this.#retry(team)
      this.#backoffs.delete(team)
      if (left !== 'more') return
      this.#unfinished.add(team)
      this.#run()
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
      this.#ready.set(team, Infinity)
      this.#run()
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
