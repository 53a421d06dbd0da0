import { expect, test } from 'vitest'
import { refusalWords } from './refusalWords.ts'

test.each([
  ['"name": there is a channel "general" already.', 'There is a channel "general" already.'],
  ['"profile.status_text": it is too long.', 'It is too long.'],
  ['The channel is archived.', 'The channel is archived.'],
  ['', ''],
])('[WEB-7] a refusal is shown without the name of an argument: %s', (detail, words) =>
  expect(refusalWords(detail)).toBe(words),
)
