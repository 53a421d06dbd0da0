import { everyBlock } from '@rivulet/blocks/testing/everyBlock'
import { expect, test } from 'vitest'
import { laidOut } from './laidOut.ts'

test('is JSON of the same value, for every block', () => {
  expect(JSON.parse(laidOut(everyBlock))).toEqual(JSON.parse(JSON.stringify(everyBlock)))
})

test('keeps on one line what fits there', () => {
  const header = { type: 'header', text: { type: 'plain_text', text: 'A header' }, level: 1 }
  expect(laidOut([header])).toBe(`[
  {
    "type": "header",
    "text": { "type": "plain_text", "text": "A header" },
    "level": 1
  }
]`)
})
