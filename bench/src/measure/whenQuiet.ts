import type { LoadResult } from '#processes/loadJob'

/** The load of other work, in cores, above which a window is measured again. */
export const maxOtherLoad = 0.25
const maxAttempts = 4

/** Measures until a window had little other load, at most four times. Returns the window with the least. */
export async function measureWhenQuiet<T extends LoadResult>(measure: () => Promise<T>): Promise<T> {
  let best = await measure()
  for (let attempt = 1; attempt < maxAttempts && best.otherLoad > maxOtherLoad; attempt++) {
    const result = await measure()
    if (result.otherLoad < best.otherLoad) best = result
  }
  return best
}
