import { expect, test } from 'vitest'
import { placeOf } from './placeOf.ts'

const text = '[ {"a": [1, {"b/c": "x]\\"}"}], "d": {}}, true ]'

test.each([
  ['', text],
  ['/0/a/0', '1'],
  ['/0/a/1', '{"b/c": "x]\\"}"}'],
  ['/0/a/1/b~1c', '"x]\\"}"'],
  ['/0/d', '{}'],
  ['/1', 'true'],
])('the place of %j is found', (pointer, found) => {
  const place = placeOf(text, pointer)
  expect(place && text.slice(...place)).toBe(found)
})

test('what is not there has no place', () => {
  expect(placeOf(text, '/0/x')).toBeUndefined()
  expect(placeOf(text, '/7')).toBeUndefined()
})
