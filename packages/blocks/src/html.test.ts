import { describe, expect, test } from 'vitest'
import type { Block, RichTextElement, RichTextInline } from './types.ts'
import { drawBlocks } from '#draw'
import type { Viewer } from '#draw/viewer'
import { htmlFromBlocks, renderHtml } from '#html'
import { blocksFromMarkdown } from '#markdown'
import { blocksFromMrkdwn } from '#mrkdwn'

const viewer: Viewer = {
  userId: 'U1',
  user: (id) => ({ U1: 'Ana', UB: 'Scout' })[id],
  channel: (id) => ({ C1: 'general' })[id],
  usergroup: () => ({ handle: 'crew', mine: true }),
  emoji: { water: 'https://example.com/water.png', stream: 'alias:water', bad: 'javascript:alert(1)' },
  date: { locale: 'en-US', timeZone: 'UTC', now: 0 },
}
const html = (...blocks: Block[]) => htmlFromBlocks(blocks, viewer)
const line = (...elements: RichTextInline[]) => rich({ type: 'rich_text_section', elements })
const rich = (...elements: RichTextElement[]) => html({ type: 'rich_text', elements })
const text = (words: string): RichTextInline => ({ type: 'text', text: words })
const words = (markup: string) => markup.replaceAll(/<[^>]*>/g, '')

describe('HTML', () => {
  test('escapes text, and keeps its lines', () => {
    expect(line(text('<img src=x onerror=alert(1)> & "\n\'x'))).toBe(
      '<p class="rv-words" dir="auto">&lt;img src=x onerror=alert(1)&gt; &amp; &quot;<br>&#39;x</p>',
    )
  })

  test('nests styles', () => {
    const style = { bold: true, italic: true, strike: true, underline: true, code: true, highlight: true }
    expect(line({ type: 'text', text: 'x', style })).toContain(
      '<mark><u><s><em><strong><code class="rv-code-chip">x</code></strong></em></s></u></mark>',
    )
  })

  test('[RT-8] links only to http, https and mailto, shows the real host, and does not link what is unsafe', () => {
    expect(line({ type: 'link', url: 'https://example.com', text: 'there' })).toContain(
      '<a href="https://example.com/" target="_blank" rel="noopener noreferrer nofollow"',
    )
    expect(line({ type: 'link', url: 'javascript:alert(1)', text: 'there' })).toBe(
      '<p class="rv-words" dir="auto">there</p>',
    )
    expect(words(line({ type: 'link', url: 'https://evil.example', text: 'bank.com' }))).toBe('bank.com (evil.example)')
    const unsafe = line({ type: 'link', url: 'https://evil.example', text: 'x', unsafe: true })
    expect(unsafe).not.toContain('href')
    expect(words(unsafe)).toBe('x (unsafe link to evil.example)')
  })

  test('shows names of people, channels and groups, highlights the viewer, and shows unknown ids', () => {
    expect(line({ type: 'user', user_id: 'U1' })).toContain('class="rv-mention" data-self="true">@Ana<')
    expect(line({ type: 'user', user_id: 'UB' })).toContain('class="rv-mention">@Scout<')
    expect(line({ type: 'user', user_id: 'UB', style: { unlink: true } })).not.toContain('rv-mention')
    expect(line({ type: 'user', user_id: 'UB', style: { client_highlight: true } })).toContain('data-self')
    expect(words(line({ type: 'channel', channel_id: 'C9' }))).toBe('#C9')
    expect(line({ type: 'usergroup', usergroup_id: 'S1' })).toContain('data-self="true">@crew<')
    expect(line({ type: 'broadcast', range: 'here' })).toContain('data-self="true">@here<')
  })

  test('[RT-6] shows an element newer than the nine by its label, as a link if it has an address', () => {
    const cited = line({ type: 'citation', url: 'https://example.com/a', text: 'the <report>' })
    expect(cited).toContain('href="https://example.com/a"')
    expect(words(cited)).toBe('the &lt;report&gt;')
    const bare = line({ type: 'citation', url: 'https://example.com/a' })
    expect(words(bare)).toBe('https://example.com/a')
    expect(words(line({ type: 'canvas', fallback: 'a canvas' }))).toBe('a canvas')
    expect(words(line({ type: 'workflow_mention', name: 'Onboarding' }))).toBe('Onboarding')
    const harmful = line({ type: 'citation', url: 'javascript:alert(1)', text: 'a' })
    expect(harmful).toBe('<p class="rv-words" dir="auto">a</p>')
  })

  test('shows a swatch only for a strict hex colour', () => {
    expect(line({ type: 'color', value: 'F405B3' })).toContain('style="background-color:#F405B3"')
    expect(line({ type: 'color', value: 'red;x:url(//e)' })).toBe('<p class="rv-words" dir="auto">red;x:url(//e)</p>')
  })

  test('shows emoji by custom picture, code points or short name, and otherwise by name', () => {
    expect(line({ type: 'emoji', name: 'stream' })).toContain('<img src="https://example.com/water.png"')
    expect(line({ type: 'emoji', name: 'bad' })).not.toContain('javascript')
    expect(words(line({ type: 'emoji', name: 'x', unicode: '1f44b-1f3fd' }))).toBe('👋🏽')
    expect(words(line({ type: 'emoji', name: 'constructor' }))).toBe(':constructor:')
    expect(words(html({ type: 'header', text: { type: 'plain_text', text: 'Hi :wave: 10:30:00 :nope:' } }))).toBe(
      'Hi 👋 10:30:00 :nope:',
    )
  })

  test('shows dates in the viewer’s zone, or in the zone of the element', () => {
    const date = { type: 'date' as const, timestamp: 1392734382, format: '{date_short} {time}' }
    expect(words(line(date))).toBe('Feb 18, 2014 2:39 PM')
    expect(words(line({ ...date, timezone: 'America/Los_Angeles' }))).toBe('Feb 18, 2014 6:39 AM')
    expect(words(line({ ...date, timestamp: 1e15, fallback: 'some day' }))).toBe('some day')
  })

  test('[RT-4] shows the elements of preformatted text as plain text; links stay links', () => {
    const style = { bold: true }
    const markup = rich({
      type: 'rich_text_preformatted',
      language: 'js',
      elements: [
        { type: 'text', text: 'a\nb', style },
        { type: 'user', user_id: 'U1' },
        { type: 'emoji', name: 'wave' },
        { type: 'link', url: 'https://e.com' },
      ],
    })
    expect(words(markup)).toBe('jsa\nb@Ana:wave:https://e.com')
    expect(markup).not.toMatch(/<strong|<br|mention/)
    expect(markup).toContain('aria-label="Code, js"')
    expect(markup).toContain('href="https://e.com/"')
  })

  test('[RT-3] shows nothing for empty elements', () => {
    expect(
      rich(
        { type: 'rich_text_section', elements: [] },
        { type: 'rich_text_preformatted', elements: [] },
        { type: 'rich_text_quote', elements: [] },
        { type: 'rich_text_list', style: 'bullet', elements: [] },
      ),
    ).toBe('')
  })

  test('keeps quotes and paragraphs apart', () => {
    const markup = rich(
      { type: 'rich_text_section', elements: [text('a\n\nb\n')] },
      { type: 'rich_text_quote', elements: [text('q')] },
      { type: 'rich_text_quote', elements: [] },
    )
    expect(markup).toBe(
      '<p class="rv-words" dir="auto">a</p><p class="rv-words" dir="auto">b<br></p><blockquote class="rv-quote" dir="auto">q</blockquote>',
    )
  })
})

describe('lists', () => {
  const list = (style: 'bullet' | 'ordered', indent: number, items: string[], more = {}) => ({
    type: 'rich_text_list' as const,
    style,
    indent,
    ...more,
    elements: items.map((item) => ({ type: 'rich_text_section' as const, elements: [text(item)] })),
  })
  const bare = (markup: string) =>
    markup.replaceAll(/ class="rv-list"| dir="auto"/g, '').replaceAll(' data-kind="0"', '')

  test('are nested, and continue after a deeper list', () => {
    expect(bare(rich(list('ordered', 0, ['a', 'b']), list('bullet', 1, ['x']), list('ordered', 0, ['c'])))).toBe(
      '<ol><li>a</li><li>b<ul data-kind="1"><li>x</li></ul></li><li>c</li></ol>',
    )
    expect(
      bare(rich(list('ordered', 0, ['a']), list('ordered', 1, ['x']), list('ordered', 0, ['e'], { offset: 4 }))),
    ).toBe('<ol><li>a<ol data-kind="1"><li>x</li></ol></li></ol><ol start="5"><li>e</li></ol>')
  })

  test('repeat their markers at every third depth, and may start at any depth', () => {
    const markup = rich(...[0, 1, 2, 3].map((indent) => list('bullet', indent, ['a'])), list('bullet', 8, ['b']))
    expect([...markup.matchAll(/data-kind="(\d)"/g)].map(([, kind]) => kind)).toEqual(['0', '1', '2', '0', '2'])
    expect(markup).toContain('data-shift="4"')
    expect(rich(list('bullet', 2, ['a']))).toContain('data-shift="2"')
  })

  test('have a border, and show nothing if they are empty', () => {
    expect(rich(list('bullet', 0, ['a'], { border: 1 }))).toContain('data-border="true"')
    expect(rich(list('bullet', 0, []))).toBe('')
  })

  test('start their numbers again after text', () => {
    const markup = rich(
      list('ordered', 0, ['a']),
      { type: 'rich_text_section', elements: [text('x')] },
      list('ordered', 0, ['b']),
    )
    expect(markup).not.toContain('start')
  })
})

describe('a drawing', () => {
  test('of a block is the same object the second time', () => {
    const blocks = blocksFromMarkdown('# A\n\nb **c**\n\n- d\n\n| e |\n|---|\n| f |')
    const [first, second] = [drawBlocks(blocks, viewer), drawBlocks(blocks, viewer)]
    expect(second.map((one, i) => one === first[i])).toEqual(first.map(() => true))
  })

  test('ends in a caret on request', () => {
    const markup = (source: string) => JSON.stringify(drawBlocks(blocksFromMarkdown(source), viewer, { caret: true }))
    for (const source of ['', 'a', '# a', '- a\n  - b', '> a', '```\na\n```']) {
      expect(markup(source).match(/data-caret/g), source).toHaveLength(1)
    }
  })

  test('[BLK-7] of a `markdown` block is its source, until the block is expanded', () => {
    const block: Block = { type: 'markdown', text: '**a** <b>' }
    expect([renderHtml(drawBlocks([block])), html(block)].map(words)).toEqual(['**a** &lt;b&gt;', 'a &lt;b&gt;'])
  })

  test('of an unknown block is empty', () => {
    // A newer server may send blocks that this version has no type for.
    expect(html({ type: 'call' } as unknown as Block)).toBe('')
  })
})

test('[RT-15] draws the marks and emoji of a label, and [RT-8] reads the label as a whole', () => {
  const html = (text: string) => htmlFromBlocks(blocksFromMrkdwn(text))
  const label = (inside: string, host = '') =>
    `<p class="rv-words" dir="auto"><span class="rv-link"><a href="https://evil.example/" target="_blank" rel="noopener noreferrer nofollow" title="https://evil.example/">${inside}</a>${host}</span></p>`
  expect(html('<https://evil.example|*bold* :tada:>')).toBe(
    label('<strong>bold</strong> <span class="rv-emoji" title=":tada:">🎉</span>'),
  )
  expect(html('<https://evil.example|*bank*.example>')).toBe(
    label('<strong>bank</strong>.example', '<span class="rv-host"> (evil.example)</span>'),
  )
})

describe('[RT-16] the direction', () => {
  test('of every block of text is that of its first letter', () => {
    const source = 'words\n\n- item\n  - inside\n\n> quote\n\n# head\n\n```\ncode\n```'
    expect(
      [...html(...blocksFromMarkdown(source)).matchAll(/<(\w+)[^>]* dir="(\w+)"/g)].map(
        ([, tag, dir]) => `${tag} ${dir}`,
      ),
    ).toEqual(['p auto', 'ul auto', 'blockquote auto', 'h2 auto', 'pre ltr'])
    const plain = { type: 'plain_text' as const, text: 'שלום' }
    expect(html({ type: 'section', text: plain, fields: [plain] }).match(/dir="auto"/g)).toHaveLength(2)
    expect(html({ type: 'context', elements: [plain] })).toContain('<div dir="auto">שלום</div>')
  })

  test('of a table is that of its header', () => {
    expect(html(...blocksFromMarkdown('| 1. שם | b |\n|---|---|\n| a | b |'))).toContain(
      '<table class="rv-table" dir="rtl">',
    )
    expect(html(...blocksFromMarkdown('| name | שם |\n|---|---|\n| a | b |'))).toContain('<table class="rv-table">')
  })
})

test('[RT-18] a table has the alignment and the wrapping of its columns, and can be scrolled by keyboard', () => {
  const cell = (text: string) => ({ type: 'raw_text' as const, text })
  const settings = [null, { align: 'right' as const, is_wrapped: true }]
  const drawn = html({ type: 'table', rows: [['a', 'b'].map(cell)], column_settings: settings })
  expect(drawn).toContain('<div class="rv-table-box" tabindex="0" role="group" aria-label="Table">')
  expect(drawn).toContain('<th scope="col" dir="auto">a</th>')
  expect(drawn).toContain('<th scope="col" data-align="right" data-wrapped="true" dir="auto">b</th>')
})

test('[RT-13] emoji alone are drawn large', () => {
  const large = (source: string) => html(...blocksFromMarkdown(source)).includes('data-large')
  expect([':tada:', ':tada: :wave::+1:'].map(large)).toEqual([true, true])
  expect([':tada: done', ':party_parrot:', '- :tada:', ':x:\n\n:x:', ':x:'.repeat(24), ''].map(large)).toEqual(
    Array(6).fill(false),
  )
})
