import { BlobsOutOfReach } from '#store/blobs/blobs'
import { TeamAway } from '#store/db'
import { isOutOfReach } from '#store/outOfReach'
import type { StartOptions } from '#server/options'
import type { DatabaseWatch } from './databaseWatch.ts'

type Tell = StartOptions['onUnexpectedError']

/** The unexpected errors of a server, in calls and outside of them: they are counted and told. */
export class UnexpectedErrors {
  /** How many there were. A database or a bucket that is away is none of them: what it makes fail is known by its outcome. */
  count = 0
  readonly #tell: Tell
  readonly #watch: DatabaseWatch | undefined

  /** `watch` tells of a database that is away, once for all that fails because of it. A file on this machine needs none. */
  constructor(tell: Tell, watch: DatabaseWatch | undefined) {
    this.#tell = tell
    this.#watch = watch
  }

  readonly report: Tell = (error, about) => {
    if (this.#watch && isOutOfReach(error)) void this.#tellUnlessAway(this.#watch, error, about)
    else {
      if (!(error instanceof BlobsOutOfReach)) this.count++
      this.#tell(error, about)
    }
  }

  /** A single connection that broke is told as any other error. */
  async #tellUnlessAway(watch: DatabaseWatch, ...told: Parameters<Tell>): Promise<void> {
    if (!(await watch.isAway())) this.#tell(...told)
  }

  /** Reports what fails in one place. */
  in(where: string): (error: unknown) => void {
    return (error) => {
      // [NOD-10] What a team that is being moved does not take is done later, here or elsewhere.
      if (!(error instanceof TeamAway)) this.report(error, { where })
    }
  }
}
