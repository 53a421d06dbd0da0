import { undecodable, type Undecodable } from './fault.ts'

export const maxArguments = 1000
const maxNameLength = 255

/**
 * The arguments of one call as they are read. The object has no prototype, so `__proto__` is a name like any other.
 * An odd name is remembered and told at the end, since a body that is malformed further on is told first.
 */
export interface Gathered {
  args: Record<string, unknown>
  /** Kept apart from the arguments, whatever its type. */
  token: unknown
  count: number
  oddName: string | undefined
}

export function gathering(): Gathered {
  return { args: Object.create(null), token: undefined, count: 0, oddName: undefined }
}

/** The last value of a name wins. */
export function gather(into: Gathered, name: string, value: unknown): void {
  if (++into.count > maxArguments) throw tooMany()
  if (name === 'token') into.token = value
  else if (plain(name)) into.args[name] = value
  else into.oddName ??= name
}

export function faultOfName(name: string): Undecodable {
  if (name.length > maxNameLength) {
    return undecodable(
      'invalid_arg_name',
      `An argument name has ${name.length} characters, at most ${maxNameLength} are allowed: ${shown(name)}.`,
    )
  }
  if (arrayName.test(name)) {
    return undecodable(
      'invalid_array_arg',
      `${shown(name)} is an array in brackets: send the argument once, a list of its values as JSON.`,
    )
  }
  return undecodable('invalid_arg_name', oddNameDetail(name))
}

/** By hand, since every name of every call comes through here and a regular expression costs three times as much. */
function plain(name: string): boolean {
  if (name === '' || name.length > maxNameLength) return false
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i)
    const lower = code | 0x20
    const letter = lower >= 0x61 && lower <= 0x7a
    const digit = code >= 0x30 && code <= 0x39
    if (!letter && !digit && code !== underscore) return false
  }
  return true
}

const underscore = 0x5f
const arrayName = /^[A-Za-z0-9_]+\[[^\]]*\]/

function tooMany(): Undecodable {
  return undecodable('invalid_arguments', `The call has more than ${maxArguments} arguments: send fewer.`)
}

function oddNameDetail(name: string): string {
  if (name === '') return 'An argument has no name: names are letters, digits and underscores.'
  if (name.trimStart().startsWith('{')) {
    return 'The body looks like JSON and was sent as a form: send it with the Content-Type application/json; charset=utf-8.'
  }
  return `The argument name ${shown(name)} has a character other than letters, digits and underscores: rename it or leave it out.`
}

function shown(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name)
}
