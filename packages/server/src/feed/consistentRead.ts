import type { Db } from '#store/db'

/** A database to read from, in which everything up to the log number `asOf` is visible, and perhaps a little more. */
export interface ConsistentRead {
  db: Db
  asOf: number
}
