import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCodePoints, firstCodePoints } from '#codePoints'
import { anyUtf16 } from '#testing/anyUtf16'

test('counts code points as JavaScript does, even with lone surrogates', () => {
  fc.assert(fc.property(anyUtf16(), (text) => countCodePoints(text) === Array.from(text).length))
  expect(countCodePoints('a😀\ud83d')).toBe(3)
})

test('takes the first code points as JavaScript does', () => {
  const first = (text: string, most: number) => Array.from(text).slice(0, most).join('')
  fc.assert(fc.property(anyUtf16(), fc.nat(20), (text, most) => firstCodePoints(text, most) === first(text, most)))
})
