import type { LoadResult } from './loadJob.ts'

/** A window in which other work took more of the machine than this, in cores, is measured again. */
export const quiet = 0.25
const tries = 4

/** The window in which the least else ran, of at most four; the first that was quiet. */
export async function quietly<T extends LoadResult>(measure: () => Promise<T>): Promise<T> {
  let best = await measure()
  for (let attempt = 1; attempt < tries && best.elsewhere > quiet; attempt++) {
    const result = await measure()
    if (result.elsewhere < best.elsewhere) best = result
  }
  return best
}
