import type { InputBlock } from '@rivulet/blocks/types'
import { expect, test } from 'vitest'
import { validateFields } from './validateFields.ts'
import { setFieldValue } from './fieldValues.ts'
import type { Surface } from './surface.ts'
import { initialValueOf } from './controlValue.ts'

type Element = InputBlock['element']

/** The validation error of a field after `text` was typed into it. */
function errorOf(element: Element, text?: string, optional = false): string | undefined {
  const surface: Surface = {
    key: crypto.randomUUID(),
    interact: async () => ({ ok: true }),
    suggest: async () => ({ ok: true, groups: [] }),
  }
  const block: InputBlock = {
    type: 'input',
    block_id: 'b',
    label: { type: 'plain_text', text: 'l' },
    element,
    optional,
  }
  if (text !== undefined) {
    const before = initialValueOf(element)
    setFieldValue(surface, block, element, 'text' in before ? { ...before, text } : before)
  }
  return validateFields(surface, [block])['b']
}
const withActionId = <E extends Element>(element: E) => ({ ...element, action_id: 'a' })

test.each<[string, Element, string | undefined]>([
  ['Fill this in.', { type: 'plain_text_input' }, undefined],
  ['Fill this in.', { type: 'plain_text_input' }, '  '],
  ['Enter at least 3 characters.', { type: 'plain_text_input', min_length: 3 }, 'ab'],
  ['Choose something here.', { type: 'static_select' }, undefined],
  ['Choose a date.', { type: 'datepicker' }, undefined],
  ['Choose a time.', { type: 'timepicker' }, ''],
  ['Add a file.', { type: 'file_input' }, undefined],
  ['Enter a valid e-mail address.', { type: 'email_text_input' }, 'ana'],
  ['Enter a full address that begins with https:// or another scheme.', { type: 'url_text_input' }, 'example.com'],
  ['Enter a whole number.', { type: 'number_input' }, '1.5'],
  ['Enter 2 or more.', { type: 'number_input', min_value: '2' }, '1'],
  ['Enter 2 or less.', { type: 'number_input', is_decimal_allowed: true, max_value: '2' }, '2.5'],
])('%s', (error, element, text) => expect(errorOf(withActionId(element), text)).toBe(error))

test.each<[Element, string | undefined]>([
  [{ type: 'plain_text_input', min_length: 3 }, 'abc'],
  [{ type: 'plain_text_input', initial_value: 'there' }, undefined],
  [{ type: 'email_text_input' }, 'ana@acme.example'],
  [{ type: 'url_text_input' }, 'https://example.com'],
  [{ type: 'number_input', is_decimal_allowed: true, min_value: '1', max_value: '2' }, '1.5'],
])('%j accepts %j', (element, text) => expect(errorOf(withActionId(element), text)).toBeUndefined())

test('an optional field may be empty, but not invalid', () => {
  expect(errorOf(withActionId({ type: 'email_text_input' }), undefined, true)).toBeUndefined()
  expect(errorOf(withActionId({ type: 'email_text_input' }), 'ana', true)).toBe('Enter a valid e-mail address.')
})
