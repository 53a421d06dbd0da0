import { byText, toCanonicalJson } from './canonical.ts'

/** What is in one list and not in the other, and what is in both and different, by key and in the order of the keys. */
export function compareLists<T>(before: readonly T[], after: readonly T[], keyOf: (one: T) => string): Pair<T>[] {
  const [old, now] = [before, after].map((list) => new Map(list.map((one) => [keyOf(one), one])))
  const keys = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].toSorted(byText)
  return keys.flatMap((key): Pair<T>[] => {
    const [was, is] = [old?.get(key), now?.get(key)]
    if (was === undefined || is === undefined) return [{ was, is }]
    return isSame(was, is) ? [] : [{ was, is }]
  })
}

export interface Pair<T> {
  was: T | undefined
  is: T | undefined
}

export function isSame(a: unknown, b: unknown): boolean {
  return toCanonicalJson(a) === toCanonicalJson(b)
}
