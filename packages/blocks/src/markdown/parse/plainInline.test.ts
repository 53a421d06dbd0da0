import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocksFromMarkdown } from '#markdown'
import { parsePlainInline } from './plainInline.ts'

const bits = [
  'a',
  'é',
  '重',
  '1',
  ' ',
  '.,?()"',
  '-+=|>^%$#{}/',
  '。，「」—’…\u00a0👋🏽',
  ': ',
  '& ',
  '&',
  '@',
  '< 1',
  '<=',
  '<',
  '\nb',
  ' \n',
  '\n ',
  '*',
  '**',
  '~~',
  '~',
  '_',
  'a_b',
  '`',
  '``',
  '\\',
  '!',
  '[',
  ']',
  '<',
  '&amp;',
  ':',
  '\ud800',
  ':tada:',
  ':man_x-1::skin-tone-2:',
  ' :30: ',
  '*a*',
  '**bold words**',
  '~~a~~',
  '`code`',
  '` a `',
  '`\\`',
  '[a](',
  'https://e.com/',
  'https://e.com',
  '//',
  '?b=c',
  '[some words](https://e.com/a?b=c)',
  ' http://a.b.c/d_e ',
  'm@e.com',
  'www.e.com',
]

/** Text with words at both ends, so that no other construct starts and no space is at an edge. */
const source = fc.array(fc.constantFrom(...bits), { maxLength: 12 }).map((parts) => `words ${parts.join('')} words`)

test('returns what the parser returns, or nothing', () => {
  let [read, styled] = [0, 0]
  fc.assert(
    fc.property(source, (text) => {
      const elements = parsePlainInline(text.toWellFormed())
      if (!elements) return
      read++
      if (elements.length > 1) styled++
      expect([{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }]).toEqual(
        blocksFromMarkdown(text),
      )
    }),
    { numRuns: 5000 },
  )
  expect(Math.min(read, styled)).toBeGreaterThan(100)
})

test.each([
  ['words', 1],
  ['a **sentence** about `this`, as [the page](https://e.com/1) says', 7],
  ['see https://e.com/a?b=c for the rest', 3],
  ['line\nand line', 1],
])('parses %j without the parser', (text, count) => {
  expect(parsePlainInline(text)).toHaveLength(count)
})

test.each([
  'a_b_',
  '*a **b** c*',
  '\\*a*',
  '**a',
  '[a]',
  'a <@U1>',
  'm@e.com',
  'a &amp; b',
  'https://e.com/a',
  '` a `',
])('leaves %j to the parser', (text) => {
  expect(parsePlainInline(text)).toBeUndefined()
})
