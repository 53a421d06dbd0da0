import type { Bus } from '#bus/bus'
import type { Store } from '#store/db'
import { HourlyLimits } from './hourlyLimits.ts'
import { recordEvents } from './recordEvents.ts'

/** How long to wait, so that entries which arrive together are recorded together. */
const gatherMs = 20
/** How long to wait after an unexpected error. */
const retryMs = 1000

/** Makes deliveries of log entries as soon as they are written. */
export class EventRecorder {
  readonly #store: Store
  readonly #bus: Bus
  readonly #limits = new HourlyLimits()
  readonly #onRecorded: () => void
  readonly #onUnexpectedError: (error: unknown) => void
  #unsubscribe = () => {}
  #timer: NodeJS.Timeout | undefined
  #lastRun: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(store: Store, bus: Bus, onRecorded: () => void, onUnexpectedError: (error: unknown) => void) {
    this.#store = store
    this.#bus = bus
    this.#onRecorded = onRecorded
    this.#onUnexpectedError = onUnexpectedError
  }

  start(): void {
    this.#unsubscribe = this.#bus.onWake(() => this.#wake(gatherMs))
    this.#wake(0)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe()
    clearTimeout(this.#timer)
    await this.#lastRun
  }

  #wake(pause: number): void {
    if (this.#stopped) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#lastRun = this.#lastRun.then(() => this.#record())
    }, pause)
  }

  async #record(): Promise<void> {
    try {
      if (!(await this.#hasUnrecorded())) return
      while (await this.#store.write((tx) => recordEvents(tx, this.#limits)));
      this.#onRecorded()
    } catch (error) {
      if (this.#stopped) return
      this.#onUnexpectedError(error)
      this.#wake(retryMs)
    }
  }

  /** Most entries are deltas. Apps receive no events about those. */
  async #hasUnrecorded(): Promise<boolean> {
    const row = await this.#store.db
      .selectFrom('log')
      .select('seq')
      .where('change', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }
}
