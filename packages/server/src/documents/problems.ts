import type { z } from 'zod'
import { suggestion } from './didYouMean.ts'
import type { Path } from './positions.ts'

/** One problem in a document. `message` continues a sentence that begins with the path. */
export interface Problem {
  path: Path
  message: string
  /** Set if the key is wrong, not its value. */
  ofKey?: boolean
}

type Issue = z.core.$ZodIssue

/** Turns what the schema rejected in `value` into readable problems. */
export function toProblems(issues: readonly Issue[], value: unknown, base: Path = []): Problem[] {
  return issues.flatMap((issue) => problemsOfIssue(issue, value, [...base, ...issue.path]))
}

/** `teams[0].users[1].name` */
export function formatPath(path: Path): string {
  let shown = ''
  for (const key of path) {
    if (typeof key === 'number') shown += `[${key}]`
    else if (/^\w+$/.test(String(key))) shown += shown === '' ? String(key) : `.${String(key)}`
    else shown += `[${JSON.stringify(String(key))}]`
  }
  return shown
}

function problemsOfIssue(issue: Issue, value: unknown, path: Path): Problem[] {
  switch (issue.code) {
    case 'unrecognized_keys': {
      const lines = issue.message.split('\n')
      return issue.keys.map((key, i) => ({ path: [...path, key], message: lines[i] ?? issue.message, ofKey: true }))
    }
    case 'invalid_key':
      return issue.issues.map(({ message }) => ({ path, message, ofKey: true }))
    case 'invalid_union': {
      const meant = issue.errors.find((branch) => !branch.some(isOfAnotherType))
      return meant ? toProblems(meant, value, path) : [{ path, message: issue.message }]
    }
    case 'invalid_type':
      return [{ path, message: wrongType(issue.expected, valueAt(value, path)) }]
    case 'invalid_value': {
      const found = valueAt(value, path)
      if (found === undefined) return [{ path, message: missingMessage }]
      if (issue.values.length < 2) return [{ path, message: issue.message }]
      const allowed = issue.values.map(String)
      return [
        { path, message: `${formatValue(found)} is not one of ${allowed.join(', ')}${suggestedWord(found, allowed)}` },
      ]
    }
    default:
      return [{ path, message: issue.message }]
  }
}

const missingMessage = 'is missing'

function isOfAnotherType(issue: Issue): boolean {
  return issue.path.length === 0 && issue.code === 'invalid_type'
}

function suggestedWord(found: unknown, allowed: string[]): string {
  const words = typeof found === 'string' ? suggestion(found, allowed) : ''
  return words.includes('did you mean') ? words : ''
}

function wrongType(expected: string, found: unknown): string {
  if (found === undefined) return missingMessage
  const wanted = typeNames[expected] ?? expected
  const hint = expected === 'string' && typeof found === 'number' ? ': put it in quotes' : ''
  return `needs to be ${wanted}, but is ${formatValue(found)}${hint}`
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object of keys and values',
  record: 'an object of keys and values',
}

function formatValue(value: unknown): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return JSON.stringify(value)
}

function valueAt(value: unknown, path: Path): unknown {
  let found: unknown = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = Reflect.get(found, key)
  }
  return found
}
