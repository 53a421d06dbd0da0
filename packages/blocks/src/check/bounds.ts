import type { Fault } from './fault.ts'

/**
 * No block of a message is 64 levels deep. The largest table that a message may have, with rich text in each of its 2,000
 * cells, has some 18,000 values.
 */
const messageBounds = { depth: 64, values: 20_000 }

/**
 * [BLK-10] The fault of a value from outside that is too deep or too large for a schema to walk. A value is a text, a
 * number, an object, an array and so on.
 */
export function findExceededBound(value: unknown, pointer: string, max = messageBounds): Fault | undefined {
  let left = max.values
  let isTooDeep = false
  const walk = (item: object, depth: number): boolean => {
    if (depth > max.depth) {
      isTooDeep = true
      return false
    }
    if (Array.isArray(item)) {
      for (const inner of item) if (!step(inner, depth)) return false
      return true
    }
    for (const inner of Object.values(item)) if (!step(inner, depth)) return false
    return true
  }
  const step = (inner: unknown, depth: number): boolean => {
    if (--left < 0) return false
    return typeof inner !== 'object' || inner === null || walk(inner, depth + 1)
  }
  if (step(value, 0)) return undefined
  if (isTooDeep) return { message: `the document is too deep: no more than ${max.depth} levels allowed`, pointer }
  return { message: `the document is too large: no more than ${max.values} values allowed`, pointer }
}
