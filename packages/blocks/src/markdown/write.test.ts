import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawBlocks } from '#draw'
import { documentFromRichText } from '#editorDocument'
import { blocksFromMarkdown, richTextFromMarkdown } from '#markdown'
import { markdownFromRichText } from '#markdown/write'
import { anyRichText } from '#testing/anyRichText'
import { anyUtf16 } from '#testing/anyUtf16'
import { processorTime } from '#testing/processorTime'
import type { RichTextBlock, RichTextInline } from '#types'

const text = (said: string, style?: object): RichTextInline => ({
  type: 'text',
  text: said,
  ...(style ? { style } : {}),
})
const section = (...elements: RichTextInline[]) => ({ type: 'rich_text_section' as const, elements })
const list = (style: 'bullet' | 'ordered', indent: number, ...items: string[]) => ({
  type: 'rich_text_list' as const,
  style,
  indent,
  border: 0 as const,
  elements: items.map((item) => section(text(item))),
})

describe('a rich text as Markdown', () => {
  test.each<[string, RichTextBlock['elements'], string]>([
    [
      'marks',
      [section(text('a '), text('b ', { bold: true }), text('c', { italic: true }), text(' d', { strike: true }))],
      'a **b** *c* ~~d~~',
    ],
    [
      'code',
      [section(text('a`b', { code: true }), text(' x_y _z_'))],
      String.raw`\`\`a\`b\`\` x_y \_z\_`.replaceAll('\\`', '`'),
    ],
    [
      'mentions',
      [
        section(
          { type: 'user', user_id: 'U1' },
          { type: 'channel', channel_id: 'C1' },
          { type: 'usergroup', usergroup_id: 'S1' },
          { type: 'broadcast', range: 'here' },
          { type: 'emoji', name: 'wave', skin_tone: 3 },
        ),
      ],
      '<@U1><#C1><!subteam^S1><!here>:wave::skin-tone-3:',
    ],
    [
      'links',
      [
        section({ type: 'link', url: 'https://a.b' }, text(' '), {
          type: 'link',
          url: 'https://a.b/%C3%89_(c d)',
          text: '[d]',
        }),
      ],
      String.raw`https://a.b [\[d\]](https://a.b/%C3%89_%28c%20d%29)`,
    ],
    [
      'lists',
      [list('ordered', 0, 'a', 'b'), list('bullet', 1, 'c'), { ...list('ordered', 0, 'd'), offset: 2 }],
      '1. a\n2. b\n    - c\n3. d',
    ],
    [
      'quotes and code blocks',
      [
        { type: 'rich_text_quote', elements: [text('a\nb')] },
        { type: 'rich_text_preformatted', elements: [text('x\n```')], border: 0, language: 'js' },
      ],
      '> a\n> b\n\n````js\nx\n```\n````',
    ],
    [
      'what looks like marks',
      [section(text('# a\n- b\n1. c\n> d <@U1> :tada: &amp; [x](y)'))],
      String.raw`\# a
\- b
1\. c
\> d \<@U1> \:tada: \&amp; \[x\](y)`,
    ],
  ])('%s', (what, elements, markdown) => {
    expect(markdownFromRichText({ elements })).toBe(markdown)
    if (!['marks', 'mentions', 'links'].includes(what))
      expect(seen(richTextFromMarkdown(markdown))).toBe(seen({ type: 'rich_text', elements }))
  })

  test('keeps every word, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(anyUtf16(), fc.string({ unit: 'grapheme' })), (said) => {
        const words = said.toWellFormed().replaceAll(/[\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, '')
        fc.pre(words !== '' && !/\w:\/\/|www\.|@\S+\./.test(said))
        const [block] = blocksFromMarkdown(markdownFromRichText({ elements: [section(text(words))] }))
        expect(block).toMatchObject({ type: 'rich_text', elements: [section(text(words))] })
      }),
      { numRuns: 1000, examples: [['__0__'], ['a__b__c']] },
    )
  })

  test.each(['_', '\n', '=\n', '-', ':a', '`', '` ', '<@', '&a', '\ud800', '[', ' '])(
    'takes no time that grows with the square of its length: %j',
    (bit) => {
      const said = `a${bit.repeat(100_000 / bit.length)}b`
      const link: RichTextInline = { type: 'link', url: `https://a.b/ ${said.slice(0, 9)}`, text: said }
      const code = { type: 'rich_text_preformatted' as const, elements: [{ type: 'text' as const, text: said }] }
      const started = processorTime()
      markdownFromRichText({ elements: [section(text(said), link, text(said, { code: true })), code] })
      expect(processorTime() - started).toBeLessThan(2000)
    },
  )

  test('is made of anything that a message may hold', () => {
    fc.assert(
      fc.property(anyRichText, (richText) => {
        expect(typeof markdownFromRichText(richText)).toBe('string')
        documentFromRichText(richTextFromMarkdown(markdownFromRichText(richText)))
      }),
    )
  })
})

const viewer = {
  user: () => 'Ana',
  channel: () => 'general',
  usergroup: () => ({ handle: 'crew' }),
  emoji: {},
  date: { locale: 'en-US', timeZone: 'UTC', now: 0 },
}

function seen(block: RichTextBlock): string {
  return JSON.stringify(drawBlocks([block], viewer))
}
