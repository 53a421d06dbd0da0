import type { Block } from '@rivulet/blocks/block'
import { codePoints } from '@rivulet/blocks/codePoints'
import { type ActiveElement, elementsIn, type PlacedElement } from '@rivulet/blocks/elements'
import type { Held } from './interactions.ts'
import { type Looking, readChosen } from './chosenValue.ts'

/** What the fields of blocks hold, as apps read it: by block_id and action_id. */
export type FieldValues = Record<string, Record<string, Record<string, unknown>>>

const notFields = new Set<ActiveElement['type']>(['button', 'icon_button', 'feedback_buttons', 'overflow'])
/** Of one text, where the app sets no limit. */
const longest = 3000

/** [ACT-4] Every field of the blocks with what it holds; what the person's page says of others is passed over. */
export async function readFields(
  blocks: readonly Block[],
  held: Held | undefined,
  looking: (placed: PlacedElement) => Looking,
): Promise<FieldValues> {
  const values = new Map<string, Map<string, Record<string, unknown>>>()
  for (const placed of elementsIn(blocks)) {
    const { blockId, actionId, element } = placed
    if (notFields.has(element.type) || values.get(blockId)?.has(actionId)) continue
    const chosen = own(own(held, blockId), actionId)
    const value = { type: element.type, ...(await readChosen(element, chosen, looking(placed))) }
    values.set(blockId, (values.get(blockId) ?? new Map()).set(actionId, value))
  }
  return Object.fromEntries([...values].map(([blockId, fields]) => [blockId, Object.fromEntries(fields)]))
}

/** What stands there under a key, and nothing that every object has. */
export function own<T>(of: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return of && Object.hasOwn(of, key) ? of[key] : undefined
}

/** [ACT-5] What is wrong with what was typed, by block_id, before an app is asked. */
export function faultsOfFields(blocks: readonly Block[], values: FieldValues): Record<string, string> {
  const faults = new Map<string, string>()
  for (const { block, blockId, actionId, element } of elementsIn(blocks)) {
    const value = values[blockId]?.[actionId]
    if (block.type !== 'input' || !value) continue
    const fault = faultOf(element, heldBy(value), block.optional === true)
    if (fault !== undefined) faults.set(blockId, fault)
  }
  return Object.fromEntries(faults)
}

/** What a field holds, whatever its type. */
function heldBy({ type: _type, ...held }: Record<string, unknown>): unknown {
  return Object.values(held)[0]
}

function faultOf(element: ActiveElement, held: unknown, optional: boolean): string | undefined {
  // [ACT-16] What is wrong with files is another question.
  if (element.type === 'file_input') return undefined
  const empty = held === null || held === undefined || held === '' || (Array.isArray(held) && held.length === 0)
  if (empty) return optional ? undefined : 'Fill this in.'
  if (typeof held !== 'string') return undefined
  const { min_length: least, max_length: most, min_value: min, max_value: max, ...more } = limitsOf(element)
  const size = codePoints(held)
  if (size > (most ?? longest)) return `At most ${most ?? longest} characters; this is ${size}.`
  if (least !== undefined && size < least) return `At least ${least} characters; this is ${size}.`
  switch (element.type) {
    case 'email_text_input':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(held) ? undefined : 'This is no e-mail address.'
    case 'url_text_input':
      return URL.canParse(held) && /^https?:/i.test(held) ? undefined : 'This is no address that begins with http.'
    case 'number_input':
      if (!/^-?\d+(\.\d+)?$/.test(held)) return 'This is no number.'
      if (!more.decimals && held.includes('.')) return 'This has to be a whole number.'
      if (min !== undefined && Number(held) < min) return `At least ${min}.`
      return max !== undefined && Number(held) > max ? `At most ${max}.` : undefined
    default:
      return undefined
  }
}

function limitsOf(element: ActiveElement) {
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
