import { decodeError, type DecodeError } from './decodeError.ts'

export const maxArguments = 1000
const maxNameLength = 255

/**
 * The arguments of one call while they are read. The object has no prototype, so `__proto__` is a name like any other.
 * An invalid name is reported at the end only: a body that is malformed further on is reported first.
 */
export interface CallArguments {
  args: Record<string, unknown>
  /** Never among the arguments, whatever its type. */
  token: unknown
  count: number
  invalidName: string | undefined
}

export function noArguments(): CallArguments {
  return { args: Object.create(null), token: undefined, count: 0, invalidName: undefined }
}

/** The last value of a name wins. */
export function addArgument(into: CallArguments, name: string, value: unknown): void {
  if (++into.count > maxArguments) throw tooMany()
  if (name === 'token') into.token = value
  else if (isPlainName(name)) into.args[name] = value
  else into.invalidName ??= name
}

export function argumentNameError(name: string): DecodeError {
  if (name.length > maxNameLength) {
    return decodeError(
      'invalid_arg_name',
      `An argument name has ${name.length} characters, at most ${maxNameLength} are allowed: ${quoteName(name)}.`,
    )
  }
  if (arrayName.test(name)) {
    return decodeError(
      'invalid_array_arg',
      `${quoteName(name)} is an array in brackets: send the argument once, a list of its values as JSON.`,
    )
  }
  return decodeError('invalid_arg_name', invalidNameDetail(name))
}

/** Written by hand: every argument name of every call passes here, and a regular expression costs three times as much. */
function isPlainName(name: string): boolean {
  if (name === '' || name.length > maxNameLength) return false
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i)
    const lower = code | 0x20
    const isLetter = lower >= 0x61 && lower <= 0x7a
    const isDigit = code >= 0x30 && code <= 0x39
    if (!isLetter && !isDigit && code !== underscore) return false
  }
  return true
}

const underscore = 0x5f
const arrayName = /^[A-Za-z0-9_]+\[[^\]]*\]/

function tooMany(): DecodeError {
  return decodeError('invalid_arguments', `The call has more than ${maxArguments} arguments: send fewer.`)
}

function invalidNameDetail(name: string): string {
  if (name === '') return 'An argument has no name: names are letters, digits and underscores.'
  if (name.trimStart().startsWith('{')) {
    return 'The body looks like JSON and was sent as a form: send it with the Content-Type application/json; charset=utf-8.'
  }
  return `The argument name ${quoteName(name)} has characters other than letters, digits and underscores: rename it or leave it out.`
}

function quoteName(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name)
}
