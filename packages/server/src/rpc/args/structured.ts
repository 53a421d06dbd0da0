import type { Fault } from '@rivulet/blocks/check'
import { z } from 'zod'
import { maxDepth, maxValues, parseJson } from './json.ts'
import { isObject } from '#domain/jsonObjects'

/** An error of an argument with a code of its own, instead of `invalid_arguments`. */
export interface ArgumentFault {
  code: string
  detail: string
  /** The lines of `response_metadata.messages`, without `[ERROR] `. */
  messages: string[]
}

/**
 * An argument with JSON, native or as a string. `check` returns its value, or the fault to refuse it with. `notJsonCode` is
 * the error for a string that is not JSON.
 */
export function structured<T>(
  type: 'array' | 'object',
  notJsonCode: string,
  check: (value: unknown) => { value: T } | ArgumentFault,
  notJsonDetail = `It is not JSON, nested deeper than ${maxDepth} levels, or has more than ${maxValues} values.`,
) {
  const schema = type === 'array' ? { type, items: { type: 'object' } } : { type }
  return z
    .unknown()
    .meta(schema)
    .transform((given, context): T => {
      if (given === undefined) {
        context.addIssue({ code: 'custom', message: 'missing' })
        return z.NEVER
      }
      const parsed = typeof given === 'string' ? parseJson(given) : { value: given }
      const checked = parsed ? check(parsed.value) : { code: notJsonCode, detail: notJsonDetail, messages: [] }
      if ('value' in checked) return checked.value
      context.addIssue({ code: 'custom', message: checked.detail, params: { fault: checked } })
      return z.NEVER
    })
}

/** An array of at most `maxItems`, as JSON, native or as a string. */
export function jsonList<T extends z.ZodType>(item: T, maxItems: number) {
  return z.preprocess((value) => {
    const parsed = typeof value === 'string' ? parseJson(value) : { value }
    return parsed ? parsed.value : value
  }, z.array(item).max(maxItems))
}

/** JSON, native or as a string, that the method checks itself. */
export function payload(name: string, type: 'array' | 'object') {
  return structured(type, 'invalid_arguments', (value) => ({ value }), `"${name}" is not JSON.`)
}

/** One fault for all that is wrong with an argument. Its detail names the first place. */
export function faultFrom(code: string, summary: string, faults: Fault[]): ArgumentFault {
  const [first, ...more] = faults
  const where = first ? `, at ${first.pointer}: ${first.message}` : ''
  const detail = `${summary}${where}${more.length > 0 ? ` (and ${more.length} more)` : ''}.`
  return { code, detail, messages: faults.map(({ message, pointer }) => `${message} [json-pointer:${pointer}]`) }
}

export function isArrayOfObjects(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every(isObject)
}
