import { describe, expect, test } from 'vitest'
import { toFieldValue, initialValueOf, isEmpty, type FieldElement } from './controlValue.ts'

const option = (value: string) => ({ text: { type: 'plain_text' as const, text: value }, value })
const rich = { type: 'rich_text' as const, elements: [] }

describe('the initial value of a field, and its form for the server', () => {
  test.each<[FieldElement, unknown]>([
    [{ type: 'plain_text_input' }, null],
    [{ type: 'plain_text_input', initial_value: 'a' }, 'a'],
    [{ type: 'number_input', initial_value: '4' }, '4'],
    [{ type: 'datepicker' }, null],
    [{ type: 'datepicker', initial_date: '2026-12-24' }, '2026-12-24'],
    [{ type: 'timepicker', initial_time: '09:30' }, '09:30'],
    [{ type: 'datetimepicker' }, null],
    [{ type: 'datetimepicker', initial_date_time: 1_700_000_000 }, 1_700_000_000],
    [{ type: 'static_select', options: [option('a')] }, null],
    [{ type: 'static_select', initial_option: option('a') }, 'a'],
    [{ type: 'multi_static_select', initial_options: [option('a'), option('b')] }, ['a', 'b']],
    [{ type: 'multi_external_select' }, []],
    [{ type: 'radio_buttons', options: [option('a')], initial_option: option('a') }, 'a'],
    [{ type: 'checkboxes', options: [option('a')], initial_options: [option('a')] }, ['a']],
    [{ type: 'users_select', initial_user: 'U1' }, 'U1'],
    [{ type: 'multi_users_select', initial_users: ['U1', 'U2'] }, ['U1', 'U2']],
    [{ type: 'channels_select', initial_channel: 'C1' }, 'C1'],
    [{ type: 'conversations_select', default_to_current_conversation: true }, 'CHERE'],
    [{ type: 'multi_conversations_select', default_to_current_conversation: true }, ['CHERE']],
    [{ type: 'conversations_select', initial_conversation: 'D1', default_to_current_conversation: true }, 'D1'],
  ])('%j', (element, expected) => {
    const value = initialValueOf(element, 'CHERE')
    expect(toFieldValue(value, element)).toEqual(expected)
    expect(isEmpty(value)).toBe(expected === null || (Array.isArray(expected) && expected.length === 0))
  })

  test('unchanged rich text is not sent, so that it stays as the app set it', () => {
    const element = { type: 'rich_text_input', initial_value: rich } as const
    expect(toFieldValue(initialValueOf(element), element)).toBeUndefined()
    expect(isEmpty(initialValueOf(element))).toBe(false)
    expect(toFieldValue({ kind: 'rich', text: '**b**' }, element)).toBe('**b**')
  })
})
