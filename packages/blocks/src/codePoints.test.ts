import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoints } from '#codePoints'
import { utf16 } from '#testing/utf16'

test('counts code points as the language does, also in text with halves of surrogate pairs', () => {
  fc.assert(fc.property(utf16(), (text) => codePoints(text) === Array.from(text).length))
  expect(codePoints('a😀\ud83d')).toBe(3)
})
