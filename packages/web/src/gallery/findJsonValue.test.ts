import { expect, test } from 'vitest'
import { findJsonValue } from './findJsonValue.ts'

const text = '[ {"a": [1, {"b/c": "x]\\"}"}], "d": {}}, true ]'

test.each([
  ['', text],
  ['/0/a/0', '1'],
  ['/0/a/1', '{"b/c": "x]\\"}"}'],
  ['/0/a/1/b~1c', '"x]\\"}"'],
  ['/0/d', '{}'],
  ['/1', 'true'],
])('finds the range of %j', (pointer, value) => {
  const range = findJsonValue(text, pointer)
  expect(range && text.slice(...range)).toBe(value)
})

test('a pointer to a missing value has no range', () => {
  expect(findJsonValue(text, '/0/x')).toBeUndefined()
  expect(findJsonValue(text, '/7')).toBeUndefined()
})
