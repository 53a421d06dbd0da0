import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block, RichTextElement, RichTextInline, RichTextStyle } from './types.ts'
import { checkBlocks } from '#check'
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

  test('writes the text of other blocks', () => {
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
    expect(mrkdwnFromBlocks(blocks)).toBe('A &amp; B\n*hi*\n&lt;f&gt;\nc i\n*m*\nx | y\nP\nT\nC')
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

describe('blocksFromMrkdwn', () => {
  const read: [string, RichTextElement[]][] = [
    [
      '*b* _i_ ~s~ `c`',
      [
        section(
          text('b', bold),
          text(' '),
          text('i', italic),
          text(' '),
          text('s', strike),
          text(' '),
          text('c', { code: true }),
        ),
      ],
    ],
    ['_*both*_', [section(text('both', { ...italic, ...bold }))]],
    ['2*3*4 snake_case a * b *', [section(text('2*3*4 snake_case a * b *'))]],
    ['*a\nb*', [section(text('*a\nb*'))]],
    ['`*not*`', [section(text('*not*', { code: true }))]],
    ['a &amp;lt; &lt;b&gt; &quot;', [section(text('a &lt; <b> &quot;'))]],
    [
      '<https://a.b?x=1&amp;y=2|l> <mailto:a@b.c>',
      [
        section({ type: 'link', url: 'https://a.b?x=1&y=2', text: 'l' }, text(' '), {
          type: 'link',
          url: 'mailto:a@b.c',
        }),
      ],
    ],
    [
      '<@U1|ann> <#C1> <!subteam^S1> <!everyone|everyone>',
      [
        section(
          { type: 'user', user_id: 'U1' },
          text(' '),
          { type: 'channel', channel_id: 'C1' },
          text(' '),
          { type: 'usergroup', usergroup_id: 'S1' },
          text(' '),
          { type: 'broadcast', range: 'everyone' },
        ),
      ],
    ],
    [
      '<!date^1392734382^{date} at {time}^https://e.com|then>',
      [
        section({
          type: 'date',
          timestamp: 1392734382,
          format: '{date} at {time}',
          url: 'https://e.com/',
          fallback: 'then',
        }),
      ],
    ],
    [':wave::skin-tone-3: 12:30:45', [section({ type: 'emoji', name: 'wave::skin-tone-3' }, text(' 12:30:45'))]],
    ['*<@U1> hi*', [section({ type: 'user', user_id: 'U1', style: bold }, text(' hi', bold))]],
    ['see https://a.b/c.', [section(text('see '), { type: 'link', url: 'https://a.b/c' }, text('.'))]],
    ['<javascript:alert(1)|click> <unknown>', [section(text('click <unknown>'))]],
    [
      'a\n&gt; q1\n&gt; q2\nb',
      [section(text('a')), { type: 'rich_text_quote', elements: [text('q1\nq2')] }, section(text('b'))],
    ],
    ['&gt;&gt;&gt; all\nof it', [{ type: 'rich_text_quote', elements: [text('all\nof it')] }]],
    [
      'a\n```\n<b> &amp; *c*\n```\nd',
      [
        section(text('a')),
        { type: 'rich_text_preformatted', elements: [text('<b> & *c*')], border: 0 },
        section(text('d')),
      ],
    ],
    ['', []],
  ]
  test.each(read)('parses %j', (source, elements) => {
    expect(blocksFromMrkdwn(source)).toEqual(elements.length > 0 ? [{ type: 'rich_text', elements }] : [])
  })

  test('parses what it writes, if the words have no marks in them', () => {
    const style = fc.constantFrom<RichTextStyle>(
      {},
      bold,
      italic,
      strike,
      { ...bold, ...italic },
      { ...bold, ...italic, ...strike },
    )
    const words = fc.array(fc.tuple(fc.stringMatching(/^[a-zé][a-z&<>é]{0,8}$/), style), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(words, (given) => {
        const elements = given.flatMap(([word, style]) => [text(word, style), text(' ')])
        const written = mrkdwnFromBlocks([{ type: 'rich_text', elements: [section(...elements)] }])
        expect(mrkdwnFromBlocks(blocksFromMrkdwn(written))).toBe(written)
      }),
    )
  })

  test('makes valid blocks of any text', () => {
    const bits = fc.constantFrom(
      '*',
      '_',
      '~',
      '`',
      '```',
      '<',
      '>',
      '|',
      '@U1',
      '!date^1^{ago}',
      ':a:',
      '\n',
      'a',
      ' ',
      '&gt;',
      'https://a.b',
    )
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 40 }), (parts) => checkBlocks(blocksFromMrkdwn(parts.join(''))).ok),
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
