import type { Block } from '@rivulet/blocks/types'
import { t } from '#words/t.ts'
import { isEmpty, type ControlValue, type FieldElement } from './controlValue.ts'
import { listFieldValues } from './fieldValues.ts'
import type { Surface } from './surface.ts'

/** Finds errors in the fields of input blocks, by block id, before the form goes to the app. */
export function validateFields(
  surface: Pick<Surface, 'key' | 'channel'>,
  blocks: readonly Block[],
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {}
  for (const { block, element, value } of listFieldValues(surface, blocks)) {
    if (block.type !== 'input' || block.block_id === undefined) continue
    const missing = block.optional ? undefined : describeMissing(element)
    const error = isEmpty(value) ? missing : describeInvalid(element, value)
    if (error) errors[block.block_id] = error
  }
  return errors
}

function describeMissing({ type }: FieldElement): string | undefined {
  if (type === 'file_input') return t('Add a file.')
  if (type === 'radio_buttons' || type === 'checkboxes' || type.includes('select')) return t('Choose something here.')
  if (type === 'datepicker' || type === 'datetimepicker') return t('Choose a date.')
  return type === 'timepicker' ? t('Choose a time.') : t('Fill this in.')
}

function describeInvalid(element: FieldElement, value: ControlValue): string | undefined {
  if (value.kind === 'files') return describeUnreadyFiles(value.unready)
  const text = value.kind === 'text' || value.kind === 'rich' ? value.text.trim() : ''
  switch (element.type) {
    case 'plain_text_input':
      return element.min_length !== undefined && [...text].length < element.min_length
        ? t('Enter at least {min_length} characters.', { min_length: element.min_length })
        : undefined
    case 'email_text_input':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text) ? undefined : t('Enter a valid e-mail address.')
    case 'url_text_input':
      return URL.canParse(text) ? undefined : 'Enter a full address that begins with https:// or another scheme.'
    case 'number_input':
      return describeInvalidNumber(element, Number(text))
    default:
      return undefined
  }
}

function describeUnreadyFiles(unready: 'sending' | 'failed' | undefined): string | undefined {
  if (unready === 'failed') return t('A file could not be uploaded. Retry or remove it.')
  return unready && t('Wait until the files are uploaded.')
}

function describeInvalidNumber(
  element: { is_decimal_allowed?: boolean | undefined; min_value?: string | undefined; max_value?: string | undefined },
  number: number,
): string | undefined {
  const { is_decimal_allowed: decimal, min_value: min, max_value: max } = element
  if (Number.isNaN(number)) return t('Enter a number.')
  if (!decimal && !Number.isInteger(number)) return t('Enter a whole number.')
  if (min !== undefined && number < Number(min)) return t('Enter {min} or more.', { min })
  if (max !== undefined && number > Number(max)) return t('Enter {max} or less.', { max })
  return undefined
}
