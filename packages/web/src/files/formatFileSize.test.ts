import { expect, test } from 'vitest'
import { formatFileSize } from './formatFileSize.ts'

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.0 KB'],
  [53_072, '53 KB'],
  [3_400_000, '3.4 MB'],
  [12_000_000_000_000, '12000 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text)
})
