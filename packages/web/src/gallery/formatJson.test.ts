import { allBlocks } from '@rivulet/blocks/samples/allBlocks'
import { expect, test } from 'vitest'
import { formatJson } from './formatJson.ts'

test('returns JSON of the same value, for every block', () => {
  expect(JSON.parse(formatJson(allBlocks))).toEqual(JSON.parse(JSON.stringify(allBlocks)))
})

test('keeps objects that fit on one line', () => {
  const header = { type: 'header', text: { type: 'plain_text', text: 'A header' }, level: 1 }
  expect(formatJson([header])).toBe(`[
  {
    "type": "header",
    "text": { "type": "plain_text", "text": "A header" },
    "level": 1
  }
]`)
})
