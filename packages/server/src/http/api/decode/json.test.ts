import { describe, expect, test } from 'vitest'
import { parseJsonBody } from './json.ts'

const parseStructured = (text: string) => parseJsonBody(text, 'The argument')

describe('[ENV-8] a structured argument', () => {
  test('may nest 64 levels, with the root', () => {
    expect(parseStructured('['.repeat(64) + ']'.repeat(64))).toBeInstanceOf(Array)
    expect(() => parseStructured('['.repeat(65) + ']'.repeat(65))).toThrow(
      'invalid_arguments: The argument nests JSON more than 64',
    )
  })

  test('does not count brackets in strings', () => {
    const value = { a: '['.repeat(100), b: `\\"${'{'.repeat(100)}\\`, '[[[': ['\\', '"]"'] }
    expect(parseStructured(JSON.stringify(value))).toEqual(value)
  })

  test.each(['', '[{]', '{"a":1', '"', 'undefined'])('%j is not JSON', (text) => {
    expect(() => parseStructured(text)).toThrow('invalid_json')
  })
})
