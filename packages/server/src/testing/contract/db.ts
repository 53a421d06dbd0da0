import type { OpenStore } from '#testing/database/databases'
import { logContract } from './log.ts'
import { readerContract } from './readers.ts'
import { cacheContract } from './cache.ts'
import { valueContract } from './values.ts'
import { writeContract } from './writes.ts'

/** What every adapter has to do, whatever database is behind it. `open` answers an empty one. */
export function dbContract(open: OpenStore): void {
  writeContract(open)
  logContract(open)
  cacheContract(open)
  valueContract(open)
  readerContract(open)
}
