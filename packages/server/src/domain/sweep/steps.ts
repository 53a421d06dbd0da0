import { TeamAway } from '#store/db'
import { isOutOfReach } from '#store/outOfReach'

/** The steps of one run of a sweep. A step that fails neither undoes nor stops the others. */
export class Steps {
  #failure: unknown

  /** Undefined if the step failed. Throws if the database is away, because the other steps would fail too. */
  async run<T>(step: () => Promise<T>): Promise<T | undefined> {
    try {
      return await step()
    } catch (error) {
      if (isOutOfReach(error)) throw error
      // [NOD-10] Its team was closed after the run had begun. The next run leaves the team out.
      if (!(error instanceof TeamAway)) this.#failure ??= error
      return undefined
    }
  }

  /** Throws why the first of those failed that did. */
  finish(): void {
    if (this.#failure !== undefined) throw this.#failure
  }
}
