import type { Open } from '#testing/server/databases'
import { logContract } from './log.ts'
import { readerContract } from './readers.ts'
import { memoryContract } from './remembered.ts'
import { valueContract } from './values.ts'
import { writeContract } from './writes.ts'

/** What every adapter has to do, whatever database is behind it. `open` answers an empty one. */
export function dbContract(open: Open): void {
  writeContract(open)
  logContract(open)
  memoryContract(open)
  valueContract(open)
  readerContract(open)
}
