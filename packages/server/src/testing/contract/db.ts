import type { OpenStore } from '#testing/database/databases'
import { logContract } from './log.ts'
import { readerContract } from './readers.ts'
import { cacheContract } from './cache.ts'
import { valueContract } from './values.ts'
import { workContract } from './works.ts'
import { writeContract } from './writes.ts'

/** The contract of every store, whatever its database. `open` opens an empty one. */
export function dbContract(open: OpenStore): void {
  writeContract(open)
  workContract(open)
  logContract(open)
  cacheContract(open)
  valueContract(open)
  readerContract(open)
}
