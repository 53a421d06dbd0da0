import type { z } from 'zod'

/** Requires at least one of the fields. The fault points at the block's `type`, as clients expect. */
export function requireOneOf(...fields: readonly string[]) {
  const named = fields.map((field) => `\`${field}\``)
  const message = `must define either ${named.slice(0, -1).join(', ')} or ${named.at(-1)}`
  return (ctx: z.core.ParsePayload<Record<string, unknown>>): void => {
    if (fields.some((field) => ctx.value[field] !== undefined)) return
    ctx.issues.push({ code: 'custom', message, path: ['type'], input: ctx.value })
  }
}
