import { expect, test } from 'vitest'
import { describeExcess } from './messageLength.ts'

const limits = { text: 40_000, frame: 65_536 }

test.each([
  ['what just fits', 'x'.repeat(40_000), undefined],
  ['one character more', 'x'.repeat(40_001), '40,001 characters; a message has at most 40,000.'],
  ['characters of three bytes', '漢'.repeat(22_000), '66,002 bytes; a message has at most 63,488.'],
  ['characters that are escaped', '"'.repeat(32_000), '64,002 bytes; a message has at most 63,488.'],
])('the length of %s', (_what, text, excess) => expect(describeExcess(text, limits)).toBe(excess))
