import type { SocketMode } from '#delivery/socketMode/socketMode'
import { sweepFiles, sweepOrphanedBlobs } from '#domain/sweep/files'
import { LogCleaner } from '#domain/sweep/log'
import { deleteExpiredTokens } from '#domain/sweep/tokens'
import { sweepExpired } from '#domain/sweep/expired'
import type { Store } from '#store/db'
import { runRepeatedly } from './runRepeatedly.ts'

const oftenMs = 5000
const hourMs = 3_600_000

/** Everything that removes what has expired, again and again. */
export class Sweeps {
  readonly #store: Store
  readonly #socketMode: SocketMode
  readonly #onUnexpectedError: (error: unknown) => void
  #stops: (() => Promise<void>)[] = []

  constructor(store: Store, socketMode: SocketMode, onUnexpectedError: (error: unknown) => void) {
    this.#store = store
    this.#socketMode = socketMode
    this.#onUnexpectedError = onUnexpectedError
  }

  start(): void {
    const store = this.#store
    const onUnexpectedError = this.#onUnexpectedError
    const often = { intervalMs: oftenMs, onUnexpectedError }
    const hourly = { intervalMs: hourMs, firstDelayMs: 0, onUnexpectedError }
    const logCleaner = new LogCleaner(store)
    this.#stops = [
      runRepeatedly((stopped) => sweepExpired(store, stopped), often),
      runRepeatedly((stopped) => logCleaner.run({ stopped }), often),
      runRepeatedly((stopped) => sweepFiles(store, stopped), often),
      runRepeatedly(() => this.#socketMode.sweep(), often),
      runRepeatedly((stopped) => deleteExpiredTokens(store, stopped), hourly),
      runRepeatedly((stopped) => sweepOrphanedBlobs(store, { stopped }), hourly),
    ]
  }

  /** Stops all sweeps, and waits for those that are running. */
  async stop(): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()))
  }
}
