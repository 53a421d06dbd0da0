import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RichTextElement, RichTextInline, RichTextStyle } from '#types'
import { checkBlocks } from '#check'
import { blocksFromMrkdwn, mrkdwnFromBlocks } from '#mrkdwn'
import { processorTime } from '#testing/processorTime'

const bold = { bold: true }
const italic = { italic: true }
const strike = { strike: true }

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
    [
      ':star::star::-1: 10:30:45 a:b:c :30:',
      [section(emoji('star'), emoji('star'), emoji('-1'), text(' 10:30:45 a:b:c :30:'))],
    ],
    ['完成:tada:', [section(text('完成'), emoji('tada'))]],
    [
      '*:+1::skin-tone-3:* `:tada:`',
      [section({ ...emoji('+1::skin-tone-3'), style: bold }, text(' '), text(':tada:', { code: true }))],
    ],
    ['**Important:** ~~a~~ __b__', [section(text('**Important:** ~~a~~ __b__'))]],
    [
      '<x.example/a?b=1|*label*> <Array|b> <x.example> <x.example|>',
      [
        section(
          { type: 'link', url: 'https://x.example/a?b=1', text: 'label', style: bold },
          text(' <Array|b> <x.example> <x.example|>'),
        ),
      ],
    ],
    [
      '_<https://x.example|*bold* label &amp;lt; :tada: `c`>_',
      [
        section(
          { type: 'link', url: 'https://x.example', text: 'bold', style: { ...italic, ...bold } },
          { type: 'link', url: 'https://x.example', text: ' label &lt; :tada: ', style: italic },
          { type: 'link', url: 'https://x.example', text: 'c', style: { ...italic, code: true } },
        ),
      ],
    ],
    [
      '(https://x.example/Rust_(language)) https://x.example/[a]. https://) https://x.example/:',
      [
        section(
          text('('),
          { type: 'link', url: 'https://x.example/Rust_(language)' },
          text(') '),
          { type: 'link', url: 'https://x.example/[a]' },
          text('. https://) '),
          { type: 'link', url: 'https://x.example/' },
          text(':'),
        ),
      ],
    ],
    [
      'Ask me.a+b@mail.example, not x.example or @me',
      [
        section(
          text('Ask '),
          { type: 'link', url: 'mailto:me.a+b@mail.example', text: 'me.a+b@mail.example' },
          text(', not x.example or @me'),
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
  test.each(read)('[RT-15] parses %j', (source, elements) => {
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

  test.each([':a', ':a:', 'a@', 'a.', '*', '_*', '<a.b|', '`', ')', '](', ':', 'a.b@c.'])(
    'takes no time that grows with the square of its length: %j',
    (bit) => {
      const started = processorTime()
      blocksFromMrkdwn(`https://a.b/${bit.repeat(40_000 / bit.length)}`)
      blocksFromMrkdwn(bit.repeat(40_000 / bit.length))
      expect(processorTime() - started).toBeLessThan(2000)
    },
  )

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

function emoji(name: string): RichTextInline {
  return { type: 'emoji', name }
}
