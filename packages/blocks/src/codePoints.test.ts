import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoints } from '#codePoints'

test('counts code points as the language does, also in text with halves of surrogate pairs', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => codePoints(text) === [...text].length))
  expect(codePoints('a😀\ud83d')).toBe(3)
})
