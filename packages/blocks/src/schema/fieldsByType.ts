import { z } from 'zod'

/**
 * For a schema of several types: a field that another of its types has is unknown to this one. The table lists the fields
 * of each type, apart from those in `common`, as words of a string.
 */
export function fieldsByType(common: string, table: Readonly<Record<string, string>>) {
  const words = (fields: string) => fields.split(' ').filter((word) => word !== '')
  const known = new Map(
    Object.entries(table).map(([type, fields]) => [type, new Set(['type', ...words(common), ...words(fields)])]),
  )
  const check = (ctx: z.core.ParsePayload<{ type: string }>): void => {
    const fields = known.get(ctx.value.type)
    if (!fields) return
    const keys = Object.keys(ctx.value).filter((key) => !fields.has(key))
    if (keys.length > 0)
      ctx.issues.push({ code: 'unrecognized_keys', keys, path: [], input: ctx.value, continue: true })
  }
  // It also runs if other fields are faulty, so that every fault is reported.
  return z.core._check<{ type: string }>(check, { when: ({ value }) => typeof value === 'object' && value !== null })
}
