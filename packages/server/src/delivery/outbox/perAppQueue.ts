/** Runs work for each app one at a time. */
export class PerAppQueue {
  /** The apps whose work is under way. The value is true if the work has to run again afterwards. */
  readonly #running = new Map<string, boolean>()

  get isIdle(): boolean {
    return this.#running.size === 0
  }

  /** Runs `work`. If work for the app is under way, `again` is called after that instead. */
  async run(appId: string, work: () => Promise<void>, again: () => void): Promise<void> {
    if (this.#running.has(appId)) {
      this.#running.set(appId, true)
      return
    }
    this.#running.set(appId, false)
    try {
      await work()
    } finally {
      const isWoken = this.#running.get(appId)
      this.#running.delete(appId)
      if (isWoken) again()
    }
  }
}
