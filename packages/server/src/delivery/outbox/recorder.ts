import type { Bus } from '#bus/bus'
import type { Store } from '#store/db'
import { EventLimits } from './hourlyLimits.ts'
import { recordEvents } from './recordEvents.ts'

/** Milliseconds in which what happens gathers. */
const gather = 20
const afterDefect = 1000

/** Makes deliveries of what the log says, as soon as it says it. */
export class Recorder {
  readonly #store: Store
  readonly #limits = new EventLimits()
  readonly #onRecorded: () => void
  readonly #onDefect: (defect: unknown) => void
  readonly #unsubscribe: () => void
  #waiting: NodeJS.Timeout | undefined
  #last: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(store: Store, bus: Bus, onRecorded: () => void, onDefect: (defect: unknown) => void) {
    this.#store = store
    this.#onRecorded = onRecorded
    this.#onDefect = onDefect
    this.#unsubscribe = bus.onWake(() => this.#wake(gather))
    this.#wake(0)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe()
    clearTimeout(this.#waiting)
    await this.#last
  }

  #wake(pause: number): void {
    if (this.#stopped) return
    this.#waiting ??= setTimeout(() => {
      this.#waiting = undefined
      this.#last = this.#last.then(() => this.#record())
    }, pause)
  }

  async #record(): Promise<void> {
    try {
      if (!(await this.#anything())) return
      while (await this.#store.write((tx) => recordEvents(tx, this.#limits)));
      this.#onRecorded()
    } catch (error) {
      if (this.#stopped) return
      this.#onDefect(error)
      this.#wake(afterDefect)
    }
  }

  /** Most of what is logged are deltas, which apps are not told of. */
  async #anything(): Promise<boolean> {
    const row = await this.#store.db
      .selectFrom('log')
      .select('seq')
      .where('change', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }
}
