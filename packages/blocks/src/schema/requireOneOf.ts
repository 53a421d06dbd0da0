import type { z } from 'zod'

type Payload = z.core.ParsePayload<Record<string, unknown>>

/** Requires at least one of the fields. The fault points at the block's `type`, as clients expect. */
export function requireOneOf(...fields: readonly string[]) {
  const message = `must define either ${listOf(fields, 'or')}`
  return (ctx: Payload): void => {
    if (fields.some((field) => ctx.value[field] !== undefined)) return
    ctx.issues.push({ code: 'custom', message, path: pathOf(ctx), input: ctx.value })
  }
}

/** Requires one of the fields, and not more. */
export function requireExactlyOneOf(...fields: readonly string[]) {
  const requireOne = requireOneOf(...fields)
  const message = `cannot define ${listOf(fields, 'and')} together`
  return (ctx: Payload): void => {
    requireOne(ctx)
    if (fields.filter((field) => ctx.value[field] !== undefined).length < 2) return
    ctx.issues.push({ code: 'custom', message, path: pathOf(ctx), input: ctx.value })
  }
}

/** Requires a field that the type does not require, because the official types have it as optional. */
export function requireField(field: string) {
  return (ctx: Payload): void => {
    if (ctx.value[field] !== undefined) return
    ctx.issues.push({ code: 'invalid_type', expected: 'string', path: [field], input: undefined })
  }
}

function pathOf(ctx: Payload): string[] {
  return 'type' in ctx.value ? ['type'] : []
}

function listOf(fields: readonly string[], word: 'or' | 'and'): string {
  const named = fields.map((field) => `\`${field}\``)
  return `${named.slice(0, -1).join(', ')} ${word} ${named.at(-1)}`
}
