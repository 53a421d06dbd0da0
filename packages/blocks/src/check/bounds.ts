/** No call of 1 MiB with meaningful content holds more values. */
const maxValues = 200_000

/** Whether a value from outside is too deep or too large to be walked. No block of a message is 64 levels deep. */
export function findExceededBound(value: unknown, maxDepth = 64): 'too deep' | 'too large' | undefined {
  let left = maxValues
  let isTooDeep = false
  const walk = (item: object, depth: number): boolean => {
    if (depth > maxDepth) {
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
  return isTooDeep ? 'too deep' : 'too large'
}
