import { describe, expect, test } from 'vitest'
import type { Block, RichTextInline, RichTextStyle } from './types.ts'
import { blocksFromMrkdwn, mrkdwnFromBlocks } from '#mrkdwn'

const bold = { bold: true }
const italic = { italic: true }
const strike = { strike: true }

describe('mrkdwnFromBlocks', () => {
  test('writes styles, dates and numbered lists', () => {
    const blocks: Block[] = [
      {
        type: 'rich_text',
        elements: [
          section(text('Plan '), text('v2', bold), text(' due '), {
            type: 'date',
            timestamp: 1392734382,
            format: '{date_short} at {time}',
            fallback: 'Feb 18',
          }),
          list('ordered', 0, 'one', 'two'),
          list('bullet', 1, 'sub'),
          { ...list('ordered', 0, 'three'), offset: 2 },
        ],
      },
    ]
    expect(mrkdwnFromBlocks(blocks)).toBe(
      'Plan *v2* due <!date^1392734382^{date_short} at {time}|Feb 18>\n1. one\n2. two\n    ◦ sub\n3. three',
    )
  })

  test('[RT-14] writes the text of other blocks, with a space between them, and no tables', () => {
    const blocks: Block[] = [
      { type: 'header', text: { type: 'plain_text', text: 'A & B' } },
      { type: 'divider' },
      { type: 'section', text: { type: 'mrkdwn', text: '*hi*' }, fields: [{ type: 'plain_text', text: '<f>' }] },
      {
        type: 'context',
        elements: [
          { type: 'mrkdwn', text: 'c' },
          { type: 'image', alt_text: 'i' },
        ],
      },
      { type: 'markdown', text: '**m**' },
      {
        type: 'table',
        rows: [
          [
            { type: 'raw_text', text: 'x' },
            { type: 'raw_text', text: 'y' },
          ],
        ],
      },
      { type: 'plan', title: 'P', tasks: [{ task_id: '1', title: 'T' }] },
      { type: 'task_card', task_id: '2', title: 'C' },
    ]
    expect(mrkdwnFromBlocks(blocks)).toBe('A &amp; B *hi*\n&lt;f&gt; c i **m** P\nT C')
  })

  test('[RT-14] keeps a mark open that goes on in the next words', () => {
    const all = { ...bold, ...italic, ...strike }
    const wrote = (...elements: RichTextInline[]) =>
      mrkdwnFromBlocks([{ type: 'rich_text', elements: [section(...elements)] }])
    expect(wrote(text('bold ', bold), text('both', { ...bold, ...italic }))).toBe('*bold _both_*')
    expect(wrote(text('both', { ...bold, ...italic }), text(' bold', bold))).toBe('*_both_ bold*')
    expect(wrote(text('a', all), text('b', { ...all, code: true }), text('c', all), text(' d'))).toBe('~_*a`b`c*_~ d')
    expect(wrote(text('a', { code: true }), text('b', { ...bold, code: true }))).toBe('`a`*`b`*')
    expect(wrote(text('a', bold), text(' ', bold), text('b', bold))).toBe('*a* *b*')
  })

  test('writes links side by side with one address as one link', () => {
    const link = (text: string, style = {}): RichTextInline => ({ type: 'link', url: 'https://a.b', text, style })
    const blocks: Block[] = [
      { type: 'rich_text', elements: [section(link('b', { ...bold, ...italic }), link(' l', italic), text(' x'))] },
    ]
    expect(mrkdwnFromBlocks(blocks)).toBe('_<https://a.b|*b* l>_ x')
    expect(mrkdwnFromBlocks(blocksFromMrkdwn(mrkdwnFromBlocks(blocks)))).toBe('_<https://a.b|*b* l>_ x')
  })

  test('writes a channel’s name if it is given', () => {
    const blocks: Block[] = [{ type: 'rich_text', elements: [section({ type: 'channel', channel_id: 'C1' })] }]
    expect(mrkdwnFromBlocks(blocks, { channel: () => 'a>b' })).toBe('<#C1|a&gt;b>')
    expect(mrkdwnFromBlocks(blocks, { channel: () => undefined })).toBe('<#C1>')
  })

  test('escapes what would end a link', () => {
    const link: RichTextInline = { type: 'link', url: 'https://a.b/?x=1|2>&y', text: '<b>|c' }
    expect(mrkdwnFromBlocks([{ type: 'rich_text', elements: [section(link)] }])).toBe(
      '<https://a.b/?x=1%7C2%3E&amp;y|&lt;b&gt;|c>',
    )
  })
})

function text(text: string, style?: RichTextStyle): RichTextInline {
  return style && Object.keys(style).length > 0 ? { type: 'text', text, style } : { type: 'text', text }
}

function section(...elements: RichTextInline[]) {
  return { type: 'rich_text_section' as const, elements }
}

function list(style: 'bullet' | 'ordered', indent: number, ...items: string[]) {
  return {
    type: 'rich_text_list' as const,
    style,
    indent,
    border: 0 as const,
    elements: items.map((item) => section(text(item))),
  }
}
