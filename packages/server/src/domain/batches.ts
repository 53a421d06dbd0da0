/** The most values in one statement. */
const batchSize = 500

/** Cuts a list into batches, each of which fits into one statement. */
export function inBatches<T>(list: readonly T[], size = batchSize): T[][] {
  const batches: T[][] = []
  for (let start = 0; start < list.length; start += size) batches.push(list.slice(start, start + size))
  return batches
}
