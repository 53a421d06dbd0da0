import { z } from 'zod'
import { maxFaults } from '#check/fault'

/**
 * Like `z.array`, but stops once it has more faults than are told. zod collects a fault for every item, and a fault costs as
 * much time as ten items.
 */
export function arrayOf<T extends z.core.$ZodType>(element: T): z.ZodArray<T>
export function arrayOf(element: z.core.$ZodType): z.ZodArray {
  return new BoundedArray({ type: 'array', element })
}

const BoundedArray = z.core.$constructor<z.ZodArray>('BoundedArray', (array, def) => {
  z.ZodArray.init(array, def)
  const { parse } = array._zod
  const cap = Math.min(...z.core.util.sizeCaps(def.checks).map(([max]) => max))
  array._zod.parse = (payload, context) => {
    const given = payload.value
    // zod refuses an array that is too long before it looks at the items.
    if (!Array.isArray(given) || given.length > cap) return parse(payload, context)
    const parsed: unknown[] = []
    for (let i = 0; i < given.length && payload.issues.length <= maxFaults; i++) {
      const result = def.element._zod.run({ value: given[i], issues: [] }, context)
      if (result instanceof Promise) throw new Error('Blocks are checked without waiting.')
      if (result.issues.length > 0) payload.issues.push(...z.core.util.prefixIssues(i, result.issues))
      parsed.push(result.value)
    }
    payload.value = parsed
    return payload
  }
})
