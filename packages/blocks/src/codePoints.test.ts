import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCodePoints } from '#codePoints'
import { anyUtf16 } from '#testing/anyUtf16'

test('counts code points as JavaScript does, even with lone surrogates', () => {
  fc.assert(fc.property(anyUtf16(), (text) => countCodePoints(text) === Array.from(text).length))
  expect(countCodePoints('a😀\ud83d')).toBe(3)
})
