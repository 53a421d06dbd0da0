import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block, RichTextInline } from '#block'
import { checkBlocks } from '#check'
import { blocksFromMarkdown, openMarkdownBlocks, richTextFromMarkdown } from '#markdown'
import { mrkdwnFromBlocks } from '#mrkdwn'
import { plainTextFromBlocks } from '#plainText'
import { corpus } from '#testing/corpus'

describe('blocksFromMarkdown', () => {
  test('joins paragraphs in one section with a blank line between them', () => {
    expect(inlineOf('One\n\nTwo')).toEqual([text('One'), text('\n\n'), text('Two')])
  })

  test('[RT-7] keeps a single newline as a line break', () => {
    expect(inlineOf('One\nTwo')).toEqual([text('One\nTwo')])
  })

  test('[RT-7] reads mentions of the older format', () => {
    expect(inlineOf('<@U1> <#C1|general> <!here> <!subteam^S1> <!date^0^{ago}|then> <https://a.b|c>')).toEqual([
      { type: 'user', user_id: 'U1' },
      text(' '),
      { type: 'channel', channel_id: 'C1' },
      text(' '),
      { type: 'broadcast', range: 'here' },
      text(' '),
      { type: 'usergroup', usergroup_id: 'S1' },
      text(' '),
      { type: 'date', timestamp: 0, format: '{ago}', fallback: 'then' },
      text(' '),
      { type: 'link', url: 'https://a.b', text: 'c' },
    ])
  })

  test('gives styles that nest, and one element for neighbours of equal style', () => {
    expect(inlineOf('a **b *c*** ~~d~~ `e`')).toEqual([
      text('a '),
      text('b ', { bold: true }),
      text('c', { bold: true, italic: true }),
      text(' '),
      text('d', { strike: true }),
      text(' '),
      text('e', { code: true }),
    ])
  })

  test('makes headings header blocks with a level of at most 4', () => {
    expect(blocksFromMarkdown('## Two **bold**\n###### Six')).toEqual([
      { type: 'header', text: { type: 'plain_text', text: 'Two bold', emoji: true }, level: 2 },
      { type: 'header', text: { type: 'plain_text', text: 'Six', emoji: true }, level: 4 },
    ])
  })

  test('makes a heading that plain text cannot hold a bold paragraph', () => {
    expect(inlineOf('# See [it](https://a.b)')).toEqual([
      text('See ', { bold: true }),
      { type: 'link', url: 'https://a.b', text: 'it', style: { bold: true } },
    ])
    expect(inlineOf('# *slanted*')).toEqual([text('slanted', { bold: true, italic: true })])
    expect(inlineOf(`# ${'x'.repeat(151)}`)).toEqual([text('x'.repeat(151), { bold: true })])
  })

  test('lays nested lists side by side and resumes their numbers', () => {
    expect(elementsOf('1. one\n   - sub\n2. two')).toMatchObject([
      { type: 'rich_text_list', style: 'ordered', indent: 0 },
      { type: 'rich_text_list', style: 'bullet', indent: 1 },
      { type: 'rich_text_list', style: 'ordered', indent: 0, offset: 1 },
    ])
  })

  test('closes a list for code and resumes it after', () => {
    expect(elementsOf('4. a\n   ```sh\n   ls\n   ```\n5. b')).toMatchObject([
      { type: 'rich_text_list', offset: 3 },
      { type: 'rich_text_preformatted', language: 'sh', elements: [text('ls')] },
      { type: 'rich_text_list', offset: 4 },
    ])
  })

  test('lets a list that follows another begin at its own number', () => {
    expect(mrkdwnFromBlocks(blocksFromMarkdown('1. a\n2. b\n\n1) c'))).toBe('1. a\n2. b\n1. c')
  })

  test('shows task items as boxes', () => {
    expect(mrkdwnFromBlocks(blocksFromMarkdown('- [ ] open\n- [X] done\n- [x](https://a.b)'))).toBe(
      '• ☐ open\n• ☑ done\n• <https://a.b|x>',
    )
  })

  test('flattens what a quote holds to lines', () => {
    expect(mrkdwnFromBlocks(blocksFromMarkdown('> a\n> - b\n>   - c\n>\n> > d'))).toBe(
      '&gt; a\n&gt; \n&gt; • b\n&gt;     • c\n&gt; \n&gt; d',
    )
  })

  test('makes tables with bold heads, alignment and no empty cell', () => {
    const [table] = blocksFromMarkdown('| a | b |\n|--:|---|\n| 1 |')
    expect(table).toMatchObject({
      type: 'table',
      rows: [
        [cell(text('a', { bold: true })), cell(text('b', { bold: true }))],
        [cell(text('1')), cell(text(' '))],
      ],
      column_settings: [{ align: 'right' }, {}],
    })
  })

  test('shows a table that is too wide for a table block as text', () => {
    const row = `|${' x |'.repeat(21)}`
    expect(elementsOf(`${row}\n|${'---|'.repeat(21)}\n${row}`)).toMatchObject([{ type: 'rich_text_preformatted' }])
  })

  test('makes an image a link, and a file name no link', () => {
    expect(inlineOf('![alt](https://i.j/k.png) in main.rs')).toEqual([
      { type: 'link', url: 'https://i.j/k.png', text: 'alt' },
      text(' in main.rs'),
    ])
  })

  test('shows HTML as text', () => {
    expect(inlineOf('<script>alert(1)</script>')).toEqual([text('<script>alert(1)</script>')])
  })

  test.each(corpus)('makes blocks that may be posted, of %j', (source) => {
    expect(checkBlocks(blocksFromMarkdown(source))).toMatchObject({ ok: true })
  })

  test('makes blocks that may be posted, of anything', () => {
    fc.assert(fc.property(markdown(), (source) => checkBlocks(blocksFromMarkdown(source).slice(0, 50)).ok))
  })
})

describe('openMarkdownBlocks', () => {
  const seen: [string, RichTextInline[]][] = [
    ['a **bold', [text('a '), text('bold', { bold: true })]],
    ['a **bold*', [text('a '), text('bold', { bold: true })]],
    ['a **bold** and **', [text('a '), text('bold', { bold: true }), text(' and')]],
    ['a _it', [text('a '), text('it', { italic: true })]],
    ['~~st~', [text('st', { strike: true })]],
    ['***bi', [text('bi', { bold: true, italic: true })]],
    ['``co`', [text('co', { code: true })]],
    ['a [link', [text('a link')]],
    ['a [link]', [text('a link')]],
    ['a [link](https://exa', [text('a link')]],
    ['**a [link](https://exa', [text('a link', { bold: true })]],
    ['a ![alt](https://i', [text('a alt')]],
    ['note [1]', [text('note [1]')]],
    ['see https://exa', [text('see https://exa')]],
    ['hi <@U1', [text('hi')]],
    ['hi <https://a.b|lab', [text('hi')]],
    ['a <b', [text('a <b')]],
    ['text\n``', [text('text')]],
    ['text\n--', [text('text')]],
    ['text\n=', [text('text')]],
    ['text\n| a | b |\n', [text('text')]],
    ['text\n\n| a | b |\n|--', [text('text')]],
    ['2 * 3', [text('2 * 3')]],
    ['5*3 is', [text('5*3 is')]],
    ['snake_case_w', [text('snake_case_w')]],
    ['a \\*b', [text('a *b')]],
    ['half \ud83d', [text('half')]],
  ]
  test.each(seen)('shows %j without a half-written mark', (source, shown) => {
    const [block] = openMarkdownBlocks(source)
    expect(block).toEqual({ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: shown }] })
  })

  test('shows a code block from its first line', () => {
    expect(openMarkdownBlocks('```js\nconst a\n``')).toMatchObject([
      { elements: [{ type: 'rich_text_preformatted', elements: [text('const a')], language: 'js' }] },
    ])
  })

  test('shows a table from its second line', () => {
    expect(openMarkdownBlocks('| a | b |\n|---|---|\n| **x')).toMatchObject([{ type: 'table', rows: [{}, {}] }])
  })

  test.each(corpus)('never fails and never shows an address before its end, at every cut of %j', (source) => {
    const addresses = new Set(linksOf(blocksFromMarkdown(source)))
    for (let cut = 0; cut <= source.length; cut++) {
      for (const url of linksOf(openMarkdownBlocks(source.slice(0, cut)))) expect(addresses).toContain(url)
    }
  })

  test.each(corpus.filter((source) => !source.includes(']: ')))(
    'shows no mark that the end does not show, at every cut of %j',
    (source) => {
      const marks = ['**', '~~', '`', '|', '_', '<', '[', ' *', '#']
      const end = shownText(blocksFromMarkdown(source))
      const never = marks.filter((mark) => !end.includes(mark))
      for (let cut = 0; cut <= source.length; cut++) {
        const shown = shownText(openMarkdownBlocks(source.slice(0, cut)))
        for (const mark of never) expect(shown).not.toContain(mark)
      }
    },
  )

  test('shows text after a blank line as if it were finished', () => {
    fc.assert(
      fc.property(markdown(), (source) => {
        expect(openMarkdownBlocks(`${source}\n\n`)).toEqual(blocksFromMarkdown(`${source}\n\n`))
      }),
    )
  })
})

test('richTextFromMarkdown makes one block of headings, tables and rules', () => {
  expect(richTextFromMarkdown('# Head\n\n---\n\n| a |\n|---|\n| b |')).toMatchObject({
    type: 'rich_text',
    elements: [
      { type: 'rich_text_section', elements: [text('Head', { bold: true })] },
      { type: 'rich_text_preformatted' },
    ],
  })
})

function markdown() {
  const bits = [
    '**',
    '*',
    '_',
    '`',
    '```',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '> ',
    '# ',
    '|',
    '|--|',
    '[',
    '](',
    ')',
    '<',
    '>',
    '<@U1>',
    'a',
    ' ',
    '~~',
    '---',
    '\\',
    'https://x.y',
    '    ',
    '![',
    ':',
    '😀',
  ]
  return fc
    .array(fc.oneof(fc.constantFrom(...bits), fc.string({ maxLength: 3 })), { maxLength: 40 })
    .map((parts) => parts.join(''))
}

function text(text: string, style?: object) {
  return style ? ({ type: 'text', text, style } as const) : ({ type: 'text', text } as const)
}

function cell(...elements: RichTextInline[]) {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }
}

function elementsOf(source: string) {
  return blocksFromMarkdown(source).flatMap((block) => (block.type === 'rich_text' ? block.elements : []))
}

function inlineOf(source: string) {
  return elementsOf(source).flatMap((element) => (element.type === 'rich_text_section' ? element.elements : []))
}

function shownText(blocks: readonly Block[]): string {
  const name = (id: string) => id
  return plainTextFromBlocks(blocks, { user: name, channel: name, usergroup: name })
}

function linksOf(blocks: readonly Block[]): string[] {
  return [...JSON.stringify(blocks).matchAll(/"type":"link","url":"([^"]*)"/g)].map((found) => found[1] ?? '')
}
