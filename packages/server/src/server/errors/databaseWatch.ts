import type { Store } from '#store/db'
import { runRepeatedly } from '#server/runRepeatedly'

/** How often the database is asked whether it is there, milliseconds. */
const pingMs = 1000

interface Options {
  /** What the database is called, with its address and without its password. */
  name: string
  onNotice: (words: string) => void
}

/** [FLT-10] Says once that the database is away and why, and once that it is back. */
export class DatabaseWatch {
  readonly #store: Store
  readonly #options: Options
  #isAway = false
  #isStopped = false
  /** What has failed since it last answered. One late answer may be that of a busy machine. */
  #misses = 0
  /** How often it has answered since something failed. While it goes, one connection may still work. */
  #answers = 0
  #looking: Promise<void> | undefined
  #stop = async () => {}

  constructor(store: Store, options: Options) {
    this.#store = store
    this.#options = options
  }

  start(): void {
    const onUnexpectedError = () => {} // it never fails
    this.#stop = runRepeatedly(() => this.#look(), { intervalMs: pingMs, onUnexpectedError })
  }

  stop(): Promise<void> {
    this.#isStopped = true
    return this.#stop()
  }

  /** After something failed as if the database were out of reach: whether it is. */
  async isAway(): Promise<boolean> {
    this.#misses++
    this.#answers = 0
    await this.#look()
    return this.#isAway
  }

  /** Who asks while it is being asked shares the answer. A store that is being closed is not asked. */
  async #look(): Promise<void> {
    if (this.#isStopped) return
    return (this.#looking ??= this.#ask().finally(() => (this.#looking = undefined)))
  }

  async #ask(): Promise<void> {
    const { name, onNotice } = this.#options
    try {
      await this.#store.ping()
      this.#misses = 0
      if (!this.#isAway || ++this.#answers < 2) return
      this.#isAway = false
      onNotice(`${name} can be used again.`)
    } catch (error) {
      this.#answers = 0
      if (this.#isAway || this.#isStopped || ++this.#misses < 2) return
      this.#isAway = true
      onNotice(`${name} cannot be used: ${reasonOf(error)}. Until it can, calls get service_unavailable.`)
    }
  }
}

/** One line. Several addresses of one host make several errors of one. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.slice(0, 200).replace(/[.\s]+$/, '')
}
