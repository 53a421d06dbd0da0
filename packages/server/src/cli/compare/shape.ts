import { isObject } from '#domain/jsonObjects'

/** Where two answers differ in shape. */
export interface Difference {
  /** A JSON pointer into the answer; empty for the answer as a whole. */
  pointer: string
  /** `missing`: only the recording has it. `extra`: only this server has it. */
  difference: 'missing' | 'extra' | 'type' | 'word' | 'status'
  /** The type, or the word. */
  recorded: string
  answered: string
}

/** Fields whose values are words of the API. All others are those of one run. */
const words: ReadonlySet<string> = new Set([
  'ok',
  'error',
  'warning',
  'type',
  'subtype',
  'mode',
  'style',
  'streaming_state',
  'response_action',
  'file_access',
])
const mostElements = 100

/** Compares JSON by keys, types and words. Lists are compared element by element as far as both go. */
export function compareShapes(recorded: unknown, answered: unknown, pointer = '', field = ''): Difference[] {
  const [was, is] = [typeOf(recorded), typeOf(answered)]
  if (was !== is) return [{ pointer, difference: 'type', recorded: was, answered: is }]
  if (Array.isArray(recorded) && Array.isArray(answered)) {
    const empty = recorded.length === 0 || answered.length === 0
    if (empty && recorded.length !== answered.length)
      return [{ pointer, difference: 'type', recorded: sizeOf(recorded), answered: sizeOf(answered) }]
    return recorded
      .slice(0, Math.min(answered.length, mostElements))
      .flatMap((one, i) => compareShapes(one, answered[i], `${pointer}/${i}`, field))
  }
  if (isObject(recorded) && isObject(answered)) return compareKeys(recorded, answered, pointer)
  if (!words.has(field) || recorded === answered) return []
  return [{ pointer, difference: 'word', recorded: String(recorded), answered: String(answered) }]
}

function compareKeys(
  recorded: Readonly<Record<string, unknown>>,
  answered: Readonly<Record<string, unknown>>,
  pointer: string,
): Difference[] {
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(answered)])]
  return names.flatMap((name): Difference[] => {
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!Object.hasOwn(answered, name))
      return [{ pointer: at, difference: 'missing', recorded: typeOf(recorded[name]), answered: 'nothing' }]
    if (!Object.hasOwn(recorded, name))
      return [{ pointer: at, difference: 'extra', recorded: 'nothing', answered: typeOf(answered[name]) }]
    return compareShapes(recorded[name], answered[name], at, name)
  })
}

function sizeOf(list: readonly unknown[]): string {
  return list.length === 0 ? 'an empty list' : 'a list with elements'
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
