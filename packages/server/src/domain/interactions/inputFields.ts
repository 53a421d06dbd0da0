import type { Block } from '@rivulet/blocks/types'
import { countCodePoints } from '@rivulet/blocks/codePoints'
import { type InteractiveElement, findInteractiveElements, type LocatedElement } from '@rivulet/blocks/elements'
import type { StateValues } from './interactions.ts'
import { type FieldContext, readFieldValue } from './fieldValue.ts'

/** `state.values` of the API: the values of all fields, by block_id and action_id. */
export type StateObject = Record<string, Record<string, Record<string, unknown>>>

const nonInputTypes: ReadonlySet<InteractiveElement['type']> = new Set([
  'button',
  'icon_button',
  'feedback_buttons',
  'overflow',
])
/** Limit of a text, if the app sets none. */
const defaultMaxLength = 3000

/** [ACT-4] Reads the value of every field in the blocks. State values of other fields are ignored. */
export async function readState(
  blocks: readonly Block[],
  state: StateValues | undefined,
  contextFor: (placed: LocatedElement) => FieldContext,
): Promise<StateObject> {
  const values = new Map<string, Map<string, Record<string, unknown>>>()
  for (const placed of findInteractiveElements(blocks)) {
    const { blockId, actionId, element } = placed
    if (nonInputTypes.has(element.type) || values.get(blockId)?.has(actionId)) continue
    const chosen = ownValue(ownValue(state, blockId), actionId)
    const value = { type: element.type, ...(await readFieldValue(element, chosen, contextFor(placed))) }
    values.set(blockId, (values.get(blockId) ?? new Map()).set(actionId, value))
  }
  return Object.fromEntries([...values].map(([blockId, fields]) => [blockId, Object.fromEntries(fields)]))
}

/** Looks up an own property, not one that every object has. */
export function ownValue<T>(of: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return of && Object.hasOwn(of, key) ? of[key] : undefined
}

/** [ACT-5] Validates what was entered before the app is asked. Returns error texts by block_id. */
export function validateFields(blocks: readonly Block[], values: StateObject): Record<string, string> {
  const errors = new Map<string, string>()
  for (const { block, blockId, actionId, element } of findInteractiveElements(blocks)) {
    const value = values[blockId]?.[actionId]
    if (block.type !== 'input' || !value) continue
    const error = fieldErrorOf(element, enteredValue(value), block.optional === true)
    if (error !== undefined) errors.set(blockId, error)
  }
  return Object.fromEntries(errors)
}

/** The value of a field, whatever its type. */
function enteredValue({ type: _type, ...entered }: Record<string, unknown>): unknown {
  return Object.values(entered)[0]
}

function fieldErrorOf(element: InteractiveElement, entered: unknown, optional: boolean): string | undefined {
  // [ACT-16] Files are validated in `inputFiles.ts`.
  if (element.type === 'file_input') return undefined
  const empty =
    entered === null || entered === undefined || entered === '' || (Array.isArray(entered) && entered.length === 0)
  if (empty) return optional ? undefined : 'Fill this in.'
  if (typeof entered !== 'string') return undefined
  const { min_length: minLength, max_length: maxLength, min_value: min, max_value: max, ...more } = limitsOf(element)
  const size = countCodePoints(entered)
  if (size > (maxLength ?? defaultMaxLength))
    return `At most ${maxLength ?? defaultMaxLength} characters; this is ${size}.`
  if (minLength !== undefined && size < minLength) return `At least ${minLength} characters; this is ${size}.`
  switch (element.type) {
    case 'email_text_input':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(entered) ? undefined : 'Enter a valid e-mail address.'
    case 'url_text_input':
      return URL.canParse(entered) && /^https?:/i.test(entered)
        ? undefined
        : 'Enter a full address that begins with http:// or https://.'
    case 'number_input':
      if (!/^-?\d+(\.\d+)?$/.test(entered)) return 'Enter a number.'
      if (!more.decimals && entered.includes('.')) return 'Enter a whole number.'
      if (min !== undefined && Number(entered) < min) return `At least ${min}.`
      return max !== undefined && Number(entered) > max ? `At most ${max}.` : undefined
    default:
      return undefined
  }
}

function limitsOf(element: InteractiveElement) {
  const given: Record<string, unknown> = { ...element }
  return {
    min_length: numberOf(given['min_length']),
    max_length: numberOf(given['max_length']),
    min_value: numberOf(given['min_value']),
    max_value: numberOf(given['max_value']),
    decimals: given['is_decimal_allowed'] === true,
  }
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && !Number.isNaN(number) ? number : undefined
}
