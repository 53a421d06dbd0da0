import { BlobsOutOfReach } from '#store/blobs/blobs'
import { TeamAway } from '#store/db'
import { isOutOfReach } from '#store/outOfReach'
import type { StartOptions } from '#server/options'

type Tell = StartOptions['onUnexpectedError']

/** The unexpected errors of a server, in calls and outside of them: they are counted and told. */
export class UnexpectedErrors {
  /** How many there were. A database that is away is none of them: what it makes fail is known by its outcome. */
  count = 0
  readonly #tell: Tell

  constructor(tell: Tell) {
    this.#tell = tell
  }

  readonly report: Tell = (error, about) => {
    if (!isDatabaseAway(error)) this.count++
    this.#tell(error, about)
  };

  /** Reports what fails in one place. */
  in(where: string): (error: unknown) => void {
    return (error) => {
      // [NOD-10] What a team that is being moved does not take is done later, here or elsewhere.
      if (!(error instanceof TeamAway)) this.report(error, { where })
    }
  }
}

/** A bucket that is out of reach fails for the same reasons, and is nothing that PostgreSQL knows of. */
function isDatabaseAway(error: unknown): boolean {
  return isOutOfReach(error) && !(error instanceof BlobsOutOfReach)
}
