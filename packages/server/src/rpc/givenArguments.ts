import { z } from 'zod'
import type { Method } from './method.ts'

/**
 * [ENV-6] The arguments as clients mean them. `null` is left out unless the argument declares it, because some SDKs send it
 * for what was left out; so is an empty text where it can mean nothing else. A number is text where text is declared.
 */
export function readGiven(method: Method, args: Record<string, unknown>): Record<string, unknown> {
  let meant = args
  for (const name of Object.keys(args)) {
    const given = args[name]
    const value = meaningOf(name, method.args.shape[name], given)
    if (value === given) continue
    if (meant === args) meant = { ...args }
    if (value === undefined) delete meant[name]
    else meant[name] = value
  }
  return meant
}

function meaningOf(name: string, declared: z.core.$ZodType | undefined, given: unknown): unknown {
  if (given === null) return takesNull(declared) ? null : undefined
  if (typeof given === 'number') return takesText(declared) ? textOf(name, given) : given
  return (given === '' || given === 'null') && meansNothing(name, declared, given) ? undefined : given
}

/** A `ts` that was a number on its way has lost the zeros at its end. */
function textOf(name: string, given: number): string {
  return isTs(name) && !Number.isInteger(given) ? given.toFixed(6) : String(given)
}

function isTs(name: string): boolean {
  return /(^|_)ts$|^(timestamp|oldest|latest)$/.test(name)
}

/** A text may be meant to be empty: a topic, a status. [STR-2] So may the content of a stream. */
function meansNothing(name: string, declared: z.core.$ZodType | undefined, given: string): boolean {
  if (!isOptional(declared) || name === 'chunks') return false
  return takesText(declared) ? given === '' && (isTs(name) || name === 'client_msg_id') : true
}

function isOptional(declared: z.core.$ZodType | undefined): boolean {
  return declared instanceof z.ZodOptional || declared instanceof z.ZodDefault
}

function takesNull(declared: z.core.$ZodType | undefined): boolean {
  return declared instanceof z.ZodOptional && declared.unwrap() instanceof z.ZodNullable
}

function takesText(declared: z.core.$ZodType | undefined): boolean {
  if (declared instanceof z.ZodOptional || declared instanceof z.ZodDefault || declared instanceof z.ZodNullable)
    return takesText(declared.unwrap())
  return declared instanceof z.ZodPipe ? takesText(declared.in) : declared instanceof z.ZodString
}
