import type { Block } from '@rivulet/blocks/block'
import { valuesOf, type Surface } from './surface.ts'
import { isEmpty, type Field, type Value } from './value.ts'

/** What is not filled in as the blocks want it, by block: nobody has to ask the app for that. */
export function faultsIn(
  surface: Pick<Surface, 'key' | 'channel'>,
  blocks: readonly Block[],
): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {}
  for (const { block, element, value } of valuesOf(surface, blocks)) {
    if (block.type !== 'input' || block.block_id === undefined) continue
    const fault = isEmpty(value) ? (block.optional ? undefined : missing(element)) : wrong(element, value)
    if (fault) faults[block.block_id] = fault
  }
  return faults
}

function missing({ type }: Field): string | undefined {
  if (type === 'file_input') return 'Add a file.'
  if (type === 'radio_buttons' || type === 'checkboxes' || type.includes('select')) return 'Choose something here.'
  if (type === 'datepicker' || type === 'datetimepicker') return 'Choose a date.'
  return type === 'timepicker' ? 'Choose a time.' : 'Fill this in.'
}

function wrong(element: Field, value: Value): string | undefined {
  if (value.kind === 'files') return wrongFiles(value.unready)
  const text = value.kind === 'text' || value.kind === 'rich' ? value.text.trim() : ''
  switch (element.type) {
    case 'plain_text_input':
      return element.min_length !== undefined && [...text].length < element.min_length
        ? `At least ${element.min_length} characters.`
        : undefined
    case 'email_text_input':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text) ? undefined : 'This is no e-mail address.'
    case 'url_text_input':
      return URL.canParse(text) ? undefined : 'This is no address. It begins with https:// or the like.'
    case 'number_input':
      return wrongNumber(element, Number(text))
    default:
      return undefined
  }
}

function wrongFiles(unready: 'sending' | 'failed' | undefined): string | undefined {
  if (unready === 'failed') return 'A file is not there. Try it again, or take it away.'
  return unready && 'Wait until the files are there.'
}

function wrongNumber(
  element: { is_decimal_allowed?: boolean | undefined; min_value?: string | undefined; max_value?: string | undefined },
  number: number,
): string | undefined {
  const { is_decimal_allowed: decimal, min_value: least, max_value: most } = element
  if (Number.isNaN(number)) return 'This is no number.'
  if (!decimal && !Number.isInteger(number)) return 'A whole number, please.'
  if (least !== undefined && number < Number(least)) return `At least ${least}.`
  if (most !== undefined && number > Number(most)) return `At most ${most}.`
  return undefined
}
