import type { InputBlock } from '@rivulet/blocks/block'
import { expect, test } from 'vitest'
import { faultsIn } from './faults.ts'
import { setValue, type Surface } from './surface.ts'
import { initialOf } from './value.ts'

type Element = InputBlock['element']

/** What is said of a field after somebody typed something into it. */
function faultOf(element: Element, text?: string, optional = false): string | undefined {
  const surface: Surface = {
    key: crypto.randomUUID(),
    act: async () => ({ ok: true }),
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
    const before = initialOf(element)
    setValue(surface, block, element, 'text' in before ? { ...before, text } : before)
  }
  return faultsIn(surface, [block])['b']
}
const named = <E extends Element>(element: E) => ({ ...element, action_id: 'a' })

test.each<[string, Element, string | undefined]>([
  ['Fill this in.', { type: 'plain_text_input' }, undefined],
  ['Fill this in.', { type: 'plain_text_input' }, '  '],
  ['At least 3 characters.', { type: 'plain_text_input', min_length: 3 }, 'ab'],
  ['Choose something here.', { type: 'static_select' }, undefined],
  ['Choose a date.', { type: 'datepicker' }, undefined],
  ['Choose a time.', { type: 'timepicker' }, ''],
  ['Add a file.', { type: 'file_input' }, undefined],
  ['This is no e-mail address.', { type: 'email_text_input' }, 'ana'],
  ['This is no address. It begins with https:// or the like.', { type: 'url_text_input' }, 'example.com'],
  ['A whole number, please.', { type: 'number_input' }, '1.5'],
  ['At least 2.', { type: 'number_input', min_value: '2' }, '1'],
  ['At most 2.', { type: 'number_input', is_decimal_allowed: true, max_value: '2' }, '2.5'],
])('%s', (fault, element, text) => expect(faultOf(named(element), text)).toBe(fault))

test.each<[Element, string | undefined]>([
  [{ type: 'plain_text_input', min_length: 3 }, 'abc'],
  [{ type: 'plain_text_input', initial_value: 'there' }, undefined],
  [{ type: 'email_text_input' }, 'ana@acme.example'],
  [{ type: 'url_text_input' }, 'https://example.com'],
  [{ type: 'number_input', is_decimal_allowed: true, min_value: '1', max_value: '2' }, '1.5'],
])('nothing is wrong with %j and %j', (element, text) => expect(faultOf(named(element), text)).toBeUndefined())

test('an optional field may be empty, and not wrong', () => {
  expect(faultOf(named({ type: 'email_text_input' }), undefined, true)).toBeUndefined()
  expect(faultOf(named({ type: 'email_text_input' }), 'ana', true)).toBe('This is no e-mail address.')
})
