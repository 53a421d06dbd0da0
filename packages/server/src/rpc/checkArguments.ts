import { countCodePoints } from '@rivulet/blocks/codePoints'
import type { z } from 'zod'
import { Refusal } from '#domain/refusal'
import type { ArgumentFault } from '#rpc/args/structured'
import { readGiven } from './givenArguments.ts'
import type { Method } from './method.ts'

/** [ORD 12] Returns the arguments as the method declares them. Throws a `Refusal` that names every fault. */
export function checkArguments(method: Method, args: Record<string, unknown>): object {
  const present = readGiven(method, args)
  const checked = method.args.safeParse(present)
  if (checked.success) return checked.data
  throw refusalOf(checked.error.issues, present)
}

function refusalOf(issues: readonly z.core.$ZodIssue[], args: Record<string, unknown>): Refusal {
  const ownFaults = issues.flatMap(faultOf)
  // A fault with a code of its own is answered with that code if it is the only fault.
  const [only] = ownFaults
  if (only && ownFaults.length === issues.length) {
    const lines = only.messages.length > 0 ? { messages: only.messages, errors: only.messages } : {}
    return new Refusal(
      only.code,
      only.detail,
      only.code === 'invalid_blocks' || only.code === 'invalid_attachments' ? lines : { messages: only.messages },
    )
  }
  const array = issues.find(
    (issue) => issue.code === 'invalid_type' && issue.expected === 'string' && Array.isArray(valueAt(args, issue.path)),
  )
  if (array) return new Refusal('invalid_array_arg', `"${array.path.join('.')}" is an array; a string is expected.`)
  const messages = issues.flatMap((issue) => faultOf(issue)[0]?.messages ?? lineOf(issue, args))
  return new Refusal('invalid_arguments', sentenceOf(messages), { messages })
}

function faultOf(issue: z.core.$ZodIssue): ArgumentFault[] {
  return issue.code === 'custom' && issue.params?.['fault'] ? [issue.params['fault']] : []
}

function lineOf(issue: z.core.$ZodIssue, args: Record<string, unknown>): string {
  const value = valueAt(args, issue.path)
  const [name] = issue.path
  if (value === undefined && issue.path.length === 1) return `missing required field: ${String(name)}`
  const pointer = issue.path.map((part) => `/${String(part)}`).join('')
  const isLong = issue.code === 'too_big' && typeof value === 'string'
  return `${wordingOf(issue)}${isLong ? `; this has ${countCodePoints(value)}` : ''} [json-pointer:${pointer}]`
}

function wordingOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must provide ${/^[aeio]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected === 'int' ? 'integer' : issue.expected}`
    case 'too_big':
      return issue.origin === 'array'
        ? `no more than ${issue.maximum} items allowed`
        : `must be less than ${Number(issue.maximum) + 1}${issue.origin === 'string' ? ' characters' : ''}`
    case 'too_small':
      return `must be more than ${Number(issue.minimum) - 1}${issue.origin === 'string' ? ' characters' : ''}`
    case 'invalid_value':
      return 'must be a valid enum value'
    default:
      return issue.message
  }
}

function sentenceOf(messages: string[]): string {
  const [first = 'An argument is not valid', ...rest] = messages
  return rest.length === 0 ? first : `${first} (and ${rest.length} more, see response_metadata.messages)`
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = Reflect.get(value, part)
  }
  return value
}

/** The arguments with which methods of the API are given content. */
const contentNames = [
  'attachments',
  'blocks',
  'chunks',
  'file_ids',
  'files',
  'markdown_text',
  'metadata',
  'text',
  'unfurls',
  'user_auth_blocks',
  'user_auth_message',
]

/** [ENV-9] Whether a call that posts has content that the method does not take. It would vanish without a word. */
export function ignoresContent({ name, effect, args: declared }: Method, args: Record<string, unknown>): boolean {
  if (effect !== 'write' || !name.startsWith('chat.')) return false
  return contentNames.some((key) => !(key in declared.shape) && Object.hasOwn(args, key) && !isEmpty(args[key]))
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === null || value === undefined || value === '' || value === '[]' || value === '{}'
}
