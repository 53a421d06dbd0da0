import { setImmediate } from 'node:timers/promises'
import type { Steps } from '@rivulet/blocks/steps'

/** After how long others get their turn, milliseconds. The step that is being done then may take as long again. */
const longest = 3

/**
 * Lets other calls run between the steps of long work. In a transaction that writes, other writes still wait for all of
 * it. What takes longer than some fifty milliseconds is done before, by `WorkFirst`.
 */
export class Pace {
  #since = performance.now()

  /** Call it before each step. */
  async next(): Promise<void> {
    if (this.#isOver()) await this.#letOthersRun()
  }

  async run<T>(steps: Steps<T>): Promise<T> {
    for (;;) {
      if (this.#isOver()) await this.#letOthersRun()
      const step = steps.next()
      if (step.done) return step.value
    }
  }

  #isOver(): boolean {
    return performance.now() - this.#since >= longest
  }

  async #letOthersRun(): Promise<void> {
    await setImmediate()
    this.#since = performance.now()
  }
}
