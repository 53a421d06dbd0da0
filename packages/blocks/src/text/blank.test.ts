import { expect, test } from 'vitest'
import { isBlankText } from './blank.ts'

test.each(['', ' \n\t', '\u200b\u200d\u2060\ufeff', '\u00ad', '\u3164', '\u2800', '\ufe0f', '\u0000', '\u202e\u00a0'])(
  'nothing is seen of %j',
  (text) => expect(isBlankText(text)).toBe(true),
)

test.each(['a', '\u200ba', '👩\u200d🚀', '1\ufe0f\u20e3', '\u0301', '.'])('something is seen of %j', (text) =>
  expect(isBlankText(text)).toBe(false),
)
