/** Which rows of a list are on the page: from `start` on, without `end`. */
export type RowRange = { start: number; end: number }

/** What of a list is on the page above and below what can be seen, and how high that is, in pixels. */
export type View = { above: number; below: number; height: number }

/** How many rows a list begins with, and how many are added at a time. */
const firstRows = 40
const step = 20
/** How much is on the page above and below the view at least and at most, in heights of the view. */
const least = 1
const most = 2.5
const kept = 1.5

/** The last rows of a list. */
export function lastRows(count: number): RowRange {
  return { start: Math.max(0, count - firstRows), end: count }
}

/** The rows around one of them. Near the end these are the last ones. */
export function rowsAround(index: number, count: number): RowRange {
  if (index > count - firstRows * 0.75) return lastRows(count)
  return { start: Math.max(0, index - firstRows / 2), end: Math.min(count, index + firstRows / 2) }
}

/**
 * The same rows in a list that has changed; undefined if none of them is left. At the end of the list, the rows that a
 * few messages add are on the page too.
 */
export function sameRows(before: readonly string[], range: RowRange, after: readonly string[]): RowRange | undefined {
  const indices = new Map(after.map((key, i) => [key, i]))
  const left = before.slice(range.start, range.end).flatMap((key) => indices.get(key) ?? [])
  const [first, last] = [left[0], left.at(-1)]
  if (first === undefined || last === undefined || first > last) return undefined
  const follows = range.end === before.length && after.length - last <= step
  return { start: first, end: follows ? after.length : last + 1 }
}

/** Adds rows where little is left to scroll to. */
export function extended({ start, end }: RowRange, count: number, { above, below, height }: View): RowRange {
  return {
    start: above < height * least ? Math.max(0, start - step) : start,
    end: below < height * least ? Math.min(count, end + step) : end,
  }
}

/**
 * Removes rows far away from the view. `bottomOf` and `topOf` say how far the edges of a row are from the top of the
 * view.
 */
export function shortened(
  { start, end }: RowRange,
  { above, below, height }: View,
  edges: { topOf: (row: number) => number; bottomOf: (row: number) => number },
): RowRange {
  let [from, to] = [start, end]
  if (above > height * most) while (from < end - 1 && edges.bottomOf(from) < -height * kept) from++
  if (below > height * most) while (to > from + 1 && edges.topOf(to - 1) > height * (1 + kept)) to--
  return { start: from, end: to }
}
