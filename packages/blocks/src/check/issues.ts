import type { z } from 'zod'
import { type Constraint, type Fault, maxFaults } from './fault.ts'

type Issue = z.core.$ZodIssue

/** Turns zod's issues into faults, in the wording of the public API. */
export function toFaults(issues: readonly Issue[], pointer: string): Fault[] {
  // One more than are told, so that the caller knows.
  return issues.slice(0, maxFaults + 1).flatMap((issue) => {
    const at = pointer + pointerOf(issue.path)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys
        .slice(0, maxFaults + 1)
        .map((key) => ({ message: `invalid additional property: ${key.slice(0, 100)}`, pointer: at }))
    }
    if (issue.code === 'invalid_union') return [typeFault(issue, pointer)]
    if (issue.input === undefined && issue.path.length > 0) {
      return [
        {
          message: `missing required field: ${String(issue.path.at(-1))}`,
          pointer: pointer + pointerOf(issue.path.slice(0, -1)),
        },
      ]
    }
    return [{ message: messageOf(issue), pointer: at, ...constraintOf(issue) }]
  })
}

function constraintOf(issue: Issue): { constraint?: Constraint } {
  if (issue.code !== 'invalid_value') return {}
  return { constraint: { type: 'enum', expected: issue.values.map(String) } }
}

function messageOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.startsWith('must ')
        ? issue.message
        : `must provide ${nouns[issue.expected] ?? 'another type'}`
    case 'too_big':
      if (issue.origin === 'array') return `no more than ${issue.maximum} items allowed`
      return `must be less than ${Number(issue.maximum) + 1}${issue.origin === 'string' ? ' characters' : ''}`
    case 'too_small':
      if (issue.origin === 'array') return `must provide at least ${issue.minimum} items`
      return `must be more than ${Number(issue.minimum) - 1}${issue.origin === 'string' ? ' characters' : ''}`
    case 'invalid_value':
      return 'must be a valid enum value'
    default:
      return issue.message
  }
}

/** A fault in the `type` that selects the member of a union. All unions of the schemas are selected by `type`. */
function typeFault(issue: z.core.$ZodIssueInvalidUnion, pointer: string): Fault {
  const owner = pointer + pointerOf(issue.path.slice(0, -1))
  const type =
    typeof issue.input === 'object' && issue.input !== null && 'type' in issue.input ? issue.input.type : undefined
  if (type === undefined) return { message: 'missing required field: type', pointer: owner }
  const message = typeof type === 'string' ? `unsupported type: ${type.slice(0, 100)}` : 'must provide a string'
  const expected = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : []
  return { message, pointer: `${owner}/type`, constraint: { type: 'enum', expected } }
}

const nouns: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  record: 'an object',
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
