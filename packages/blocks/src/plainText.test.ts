import { expect, test } from 'vitest'
import type { Block, RichTextInline } from './types.ts'
import { blocksFromMarkdown } from '#markdown'
import { blocksFromMrkdwn, mrkdwnFromBlocks } from '#mrkdwn'
import { plainTextFromBlocks } from '#plainText'

const names = {
  user: (id: string) => (id === 'U1' ? 'ann' : id),
  channel: () => 'general',
  usergroup: () => 'ops',
}

test('writes names in place of ids, and no marks', () => {
  const blocks = blocksFromMrkdwn(
    '*Hi* <@U1> in <#C1>, <!subteam^S1> <!here> :wave::skin-tone-3: :party_parrot: <https://a.b|label> &amp;',
  )
  expect(plainTextFromBlocks(blocks, names)).toBe('Hi @ann in #general, @ops @here 👋🏼 :party_parrot: label &')
})

test('keeps list markers, and leaves out fences and quote marks', () => {
  expect(plainTextFromBlocks(blocksFromMarkdown('1. a\n   - b\n\n> q\n\n```\nc\n```'), names)).toBe(
    '1. a\n    ◦ b\nq\nc',
  )
})

test('[RT-4] writes the elements of preformatted text as plain text, without their styles', () => {
  const elements: RichTextInline[] = [
    { type: 'text', text: 'see ', style: { bold: true } },
    { type: 'user', user_id: 'U1' },
    { type: 'text', text: ' ' },
    { type: 'link', url: 'https://a.b' },
  ]
  const blocks: Block[] = [{ type: 'rich_text', elements: [{ type: 'rich_text_preformatted', elements }] }]
  expect(plainTextFromBlocks(blocks, names)).toBe('see @ann https://a.b')
  expect(mrkdwnFromBlocks(blocks)).toBe('```see <@U1> https://a.b```')
})

test('formats a date for the viewer; without a viewer it writes the fallback', () => {
  const blocks = blocksFromMrkdwn('<!date^1392734382^{date_num} {time}|then>')
  const viewer = { locale: 'en-US', timeZone: 'UTC', now: 0 }
  expect(plainTextFromBlocks(blocks, names, viewer)).toBe('2014-02-18 2:39 PM')
  expect(plainTextFromBlocks(blocks, names)).toBe('then')
})

test('parses mrkdwn inside other blocks', () => {
  expect(plainTextFromBlocks([{ type: 'section', text: { type: 'mrkdwn', text: '*a* <@U1>' } }], names)).toBe('a @ann')
})
