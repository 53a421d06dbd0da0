/** More than a call of 1 MiB holds that says something. */
const mostValues = 200_000

/** Whether a value from outside is too deep or too large to be walked. No block of a message is 64 values deep. */
export function outOfBounds(value: unknown, deepest = 64): 'too deep' | 'too large' | undefined {
  let left = mostValues
  let tooDeep = false
  const walk = (item: object, depth: number): boolean => {
    if (depth > deepest) {
      tooDeep = true
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
  return tooDeep ? 'too deep' : 'too large'
}
