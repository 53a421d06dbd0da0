import { processorTime } from '@rivulet/blocks/testing/processorTime'
import { expect, test } from 'vitest'
import { readableText } from './readableText.ts'

test('[SRC-1] the readable text of a message has no markup', () => {
  const text = '<@U0ANA> <@U0BEN|ben> <!here> <https://example.com|Example> a &lt; b'
  expect(readableText(text, text, null)).toBe('  ben here Example https://example.com a < b')
})

test.each(['<', '<@U', '<!a|', '<http://a|'])(
  '[SRC-1] the readable text of %j, again and again, is found in time',
  (part) => {
    const text = part.repeat(100_000 / part.length)
    const began = processorTime()
    expect(readableText(text, text, null)).toBe(text)
    expect(processorTime() - began).toBeLessThan(1000)
  },
)
