import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What a restore has copied so far, in the data directory. */
export const coming = 'restoring'
/** The same once it is complete and takes the place of the data. */
export const swapping = 'restored'

/** [KEY-7] Whether a restore stopped halfway. `hasDatabase`: there is data that it has not touched yet. */
export function isRestoreUnfinished(directory: string, hasDatabase: boolean): boolean {
  return existsSync(join(directory, swapping)) || (!hasDatabase && existsSync(join(directory, coming)))
}
