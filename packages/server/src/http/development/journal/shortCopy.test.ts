import { expect, test } from 'vitest'
import { shortCopy } from './shortCopy.ts'

// A vertical tab is `\u000b` in JSON.
test.each(['\n', '\t', '\r\n', '\u000b', '"', ' ', ''])('a token in blocks is masked after %j', (before) => {
  const text = `Mine is${before}xoxb-1-secret`
  const blocks = (said: string) => [{ type: 'section', text: { type: 'mrkdwn', text: said } }]
  const masked = before === '' ? text : `Mine is${before}[token]`
  // Most SDKs send blocks as JSON in a form.
  const given = { text, blocks: blocks(text), attachments: JSON.stringify(blocks(text)) }
  const shown = { text: masked, blocks: blocks(masked), attachments: JSON.stringify(blocks(masked)) }
  expect(shortCopy(given).copy).toEqual(shown)
})

test('long blocks are shortened to their beginning, without tokens', () => {
  const { copy, bytes } = shortCopy({ blocks: [{ text: 'One\nxoxb-1-secret' }, { text: 'x'.repeat(3000) }] })
  expect(copy['blocks']).toMatch(/^\[\{"text":"One\\n\[token\]"\},\{"text":"x+…$/)
  expect(bytes).toBeLessThan(2100)
})
