import { describe, expect, onTestFinished, test } from 'vitest'
import { toOneLine } from './escape.ts'
import { createPaint } from './paint.ts'
import { columnsOf, fit, padTo } from './width.ts'

describe('a text from outside in a terminal', () => {
  test.each([
    ['\u001b[2J\u001b]0;owned\u0007', '\\u001b[2J\\u001b]0;owned\\u0007'],
    ['one\ntwo\r\tthree', 'one\\ntwo\\r\\tthree'],
    ['abc\u202edcba\u2066x\u2028\u0085', 'abc\\u202edcba\\u2066x\\u2028\\u0085'],
    ['\u009b31mred \ud800 \u{e0041}', '\\u009b31mred \\ud800 \\u{e0041}'],
    ['👩‍💻 नमस्ते می‌خواهم', '👩‍💻 नमस्ते می‌خواهم'],
  ])('%j is one harmless line', (text, shown) => {
    expect(toOneLine(text)).toBe(shown)
  })

  test.each([
    ['plain', 5],
    ['日本語', 6],
    ['👩‍💻ok', 4],
    ['e\u0301te', 3],
    ['한글 ｱ', 6],
  ])('%s takes %i columns', (text, columns) => {
    expect(columnsOf(text)).toBe(columns)
  })

  test('is cut where it still fits, and never in the middle of a character', () => {
    expect([fit('日本語です', 6), fit('👩‍💻👩‍💻', 3), fit('short', 5), fit('longer', 5)]).toEqual([
      '日本…',
      '👩‍💻…',
      'short',
      'long…',
    ])
    expect(padTo('日本', 6)).toBe('日本  ')
  })
})

test('colours are for terminals, and NO_COLOR turns them off', () => {
  const { isTTY } = process.stdout
  const { NO_COLOR, TERM } = process.env
  onTestFinished(() => {
    process.stdout.isTTY = isTTY
    for (const [name, value] of Object.entries({ NO_COLOR, TERM }))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  })
  process.stdout.isTTY = true
  delete process.env['NO_COLOR']
  process.env['TERM'] = 'xterm'
  expect(createPaint()('red', 'red')).toBe('\u001b[31mred\u001b[0m')
  process.env['NO_COLOR'] = '1'
  expect(createPaint()('red', 'red')).toBe('red')
  delete process.env['NO_COLOR']
  process.stdout.isTTY = false
  expect(createPaint()('red', 'red')).toBe('red')
})
