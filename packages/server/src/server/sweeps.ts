import type { ServerNode } from '#domain/nodes/serverNode'
import type { Retention } from '#delivery/outbox/retention'
import { sweepFiles, sweepOrphanedBlobs } from '#domain/sweep/files'
import { LogCleaner } from '#domain/sweep/log'
import { deleteOldExecutions } from '#domain/sweep/functions'
import { describeChannelsAhead } from '#domain/aheadOfClock'
import { deleteExpiredTokens } from '#domain/sweep/tokens'
import { FailingMessages } from '#domain/scheduled/failing'
import { sendDueMessages } from '#domain/scheduled/sendDue'
import { remindDue } from '#domain/later/remindDue'
import { sweepExpired } from '#domain/sweep/expired'
import type { Store } from '#store/db'
import { hourly, type Job, runRepeatedly } from './runRepeatedly.ts'

/** [SCH-7, LAT-6] A scheduled message and a reminder are at most this late. */
const dueMs = 500
const oftenMs = 5000

/** Everything that sends what is due and removes what has expired, again and again: in one process at a time [NOD-2]. */
export class Sweeps {
  readonly #store: Store
  readonly #node: ServerNode
  readonly #retention: Retention
  readonly #failing = new FailingMessages()
  readonly #onUnexpectedError: (error: unknown) => void
  readonly #onNotice: (words: string) => void
  #hasToldOfClock = false
  #stops: (() => Promise<void>)[] = []

  constructor(
    store: Store,
    node: ServerNode,
    retention: Retention,
    onUnexpectedError: (error: unknown) => void,
    onNotice: (words: string) => void,
  ) {
    this.#store = store
    this.#node = node
    this.#retention = retention
    this.#onUnexpectedError = onUnexpectedError
    this.#onNotice = onNotice
  }

  start(): void {
    const store = this.#store
    const logCleaner = new LogCleaner(store)
    this.#stops = [
      this.#repeat(dueMs, (stopped) => sendDueMessages(store, { stopped, failing: this.#failing }), 0),
      this.#repeat(dueMs, (stopped) => remindDue(store, stopped), 0),
      this.#repeatHourly(() => this.#checkClock()),
      this.#repeat(oftenMs, (stopped) => sweepExpired(store, stopped)),
      this.#repeat(oftenMs, (stopped) => logCleaner.run({ stopped })),
      this.#repeat(oftenMs, (stopped) => sweepFiles(store, stopped)),
      this.#repeat(oftenMs, (stopped) => this.#retention.sweep(stopped)),
      this.#repeat(oftenMs, async (stopped) => store.analyze?.(stopped)),
      this.#repeatHourly((stopped) => deleteExpiredTokens(store, stopped)),
      this.#repeatHourly((stopped) => deleteOldExecutions(store, stopped)),
      this.#repeatHourly((stopped) => sweepOrphanedBlobs(store, { stopped })),
    ]
  }

  /** Does what people and apps would see happen at this time, without waiting for the next run. */
  async doWhatIsDue(): Promise<void> {
    await sendDueMessages(this.#store, { failing: this.#failing })
    await remindDue(this.#store)
    await sweepExpired(this.#store)
  }

  #repeat(intervalMs: number, job: Job, firstDelayMs = intervalMs): () => Promise<void> {
    const run: Job = async (stopped) => this.#node.sweeps && job(stopped)
    return runRepeatedly(run, { intervalMs, firstDelayMs, onUnexpectedError: this.#onUnexpectedError })
  }

  #repeatHourly(job: Job): () => Promise<void> {
    const run = hourly(job, () => this.#node.sweeps)
    return runRepeatedly(run, { intervalMs: oftenMs, firstDelayMs: 0, onUnexpectedError: this.#onUnexpectedError })
  }

  /** [FLT-7] Tells once if channels are ahead of the clock. */
  async #checkClock(): Promise<void> {
    const ahead = this.#hasToldOfClock ? undefined : await describeChannelsAhead(this.#store.db)
    if (ahead === undefined) return
    this.#hasToldOfClock = true
    this.#onNotice(ahead)
  }

  /** Stops all sweeps, and waits for those that are running. */
  async stop(): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()))
  }
}
