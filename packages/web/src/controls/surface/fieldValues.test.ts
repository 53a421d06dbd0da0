import type { Block } from '@rivulet/blocks/types'
import { expect, test } from 'vitest'
import { keepFieldValues, listFieldValues, setFieldValue } from './fieldValues.ts'

const element = { type: 'plain_text_input', action_id: 'a' } as const
const input: Block = { type: 'input', block_id: 'text', label: { type: 'plain_text', text: 'Text' }, element }

test('what was typed is kept while its field is there, and forgotten once a changed view has no such field', () => {
  const surface = { key: 'V1', interact: () => Promise.reject(new Error()), suggest: () => Promise.reject(new Error()) }
  const typed = () => listFieldValues(surface, [input])[0]?.value
  setFieldValue(surface, input, element, { kind: 'text', text: 'Hello' })
  keepFieldValues('V1', [input, { type: 'divider' }])
  expect(typed()).toEqual({ kind: 'text', text: 'Hello' })
  keepFieldValues('V1', [{ type: 'divider' }])
  expect(typed()).toEqual({ kind: 'text', text: '' })
})
