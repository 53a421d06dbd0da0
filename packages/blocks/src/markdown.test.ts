import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RichTextInline } from './types.ts'
import { checkBlocks } from '#check'
import { blocksFromMarkdown, richTextFromMarkdown } from '#markdown'
import { mrkdwnFromBlocks } from '#mrkdwn'
import { anyMarkdown } from '#testing/anyMarkdown'
import { markdownSamples } from '#testing/markdownSamples'

describe('blocksFromMarkdown', () => {
  test('joins paragraphs to one section, separated by a blank line', () => {
    expect(inlineOf('One\n\nTwo')).toEqual([text('One'), text('\n\n'), text('Two')])
  })

  test('[RT-7] keeps a single newline as a line break', () => {
    expect(inlineOf('One\nTwo')).toEqual([text('One\nTwo')])
  })

  test('[RT-13] parses names of emoji, except in code and in words', () => {
    const emoji = (name: string, style = {}) => ({ type: 'emoji' as const, name, ...style })
    expect(inlineOf('**:tada:** :large_green_circle::+1::skin-tone-3: `:x:` a:x:b 10:30:45 \\:x:')).toEqual([
      emoji('tada', { style: { bold: true } }),
      text(' '),
      emoji('large_green_circle'),
      emoji('+1::skin-tone-3'),
      text(' '),
      text(':x:', { code: true }),
      text(' a:x:b 10:30:45 :x:'),
    ])
    expect(inlineOf('[see :eyes:](https://a.b)')).toEqual([{ type: 'link', url: 'https://a.b', text: 'see :eyes:' }])
    expect(blocksFromMarkdown('# Done :tada:')).toMatchObject([{ type: 'header', text: { text: 'Done :tada:' } }])
    expect(blocksFromMarkdown('# Type `:tada:`')).toMatchObject([{ type: 'rich_text' }])
    expect(JSON.stringify(blocksFromMarkdown('- :x: a\n\n> :x:\n\n| :x: |\n|---|\n| :x: |\n'))).toMatch(
      /(?:.*"type":"emoji","name":"x"){4}/,
    )
    expect(JSON.stringify(blocksFromMarkdown('```\n:x:\n```'))).not.toContain('emoji')
  })

  test('[RT-7] parses mentions of mrkdwn', () => {
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

  test('nests styles, and joins neighbours of equal style', () => {
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

  test('turns a heading that plain text cannot hold into a bold paragraph', () => {
    expect(inlineOf('# See [it](https://a.b)')).toEqual([
      text('See ', { bold: true }),
      { type: 'link', url: 'https://a.b', text: 'it', style: { bold: true } },
    ])
    expect(inlineOf('# *slanted*')).toEqual([text('slanted', { bold: true, italic: true })])
    expect(inlineOf(`# ${'x'.repeat(151)}`)).toEqual([text('x'.repeat(151), { bold: true })])
  })

  test('puts nested lists after each other and continues their numbers', () => {
    expect(elementsOf('1. one\n   - sub\n2. two')).toMatchObject([
      { type: 'rich_text_list', style: 'ordered', indent: 0 },
      { type: 'rich_text_list', style: 'bullet', indent: 1 },
      { type: 'rich_text_list', style: 'ordered', indent: 0, offset: 1 },
    ])
  })

  test('ends a list for code and continues it afterwards', () => {
    expect(elementsOf('4. a\n   ```sh\n   ls\n   ```\n5. b')).toMatchObject([
      { type: 'rich_text_list', offset: 3 },
      { type: 'rich_text_preformatted', language: 'sh', elements: [text('ls')] },
      { type: 'rich_text_list', offset: 4 },
    ])
  })

  test('starts a list after another list at its own number', () => {
    expect(mrkdwnFromBlocks(blocksFromMarkdown('1. a\n2. b\n\n1) c'))).toBe('1. a\n2. b\n1. c')
  })

  test('shows task items as boxes', () => {
    expect(mrkdwnFromBlocks(blocksFromMarkdown('- [ ] open\n- [X] done\n- [x](https://a.b)'))).toBe(
      '• ☐ open\n• ☑ done\n• <https://a.b|x>',
    )
  })

  test('lays out the content of a quote as lines', () => {
    expect(mrkdwnFromBlocks(blocksFromMarkdown('> a\n> - b\n>   - c\n>\n> > d'))).toBe(
      '&gt; a\n&gt; \n&gt; • b\n&gt;     • c\n&gt; \n&gt; d',
    )
  })

  test('makes tables with plain headers, alignment and no empty cell', () => {
    const [table] = blocksFromMarkdown('| a | b |\n|--:|---|\n| 1 |')
    expect(table).toMatchObject({
      type: 'table',
      rows: [
        [cell(text('a')), cell(text('b'))],
        [cell(text('1')), cell(text(' '))],
      ],
      column_settings: [{ align: 'right' }, {}],
    })
  })

  test('shows a table that is too wide for a table block as text', () => {
    const row = `|${' x |'.repeat(21)}`
    expect(elementsOf(`${row}\n|${'---|'.repeat(21)}\n${row}`)).toMatchObject([{ type: 'rich_text_preformatted' }])
  })

  test('turns an image into a link, and leaves a file name as text', () => {
    expect(inlineOf('![alt](https://i.j/k.png) in main.rs')).toEqual([
      { type: 'link', url: 'https://i.j/k.png', text: 'alt' },
      text(' in main.rs'),
    ])
  })

  test('shows HTML as text', () => {
    expect(inlineOf('<script>alert(1)</script>')).toEqual([text('<script>alert(1)</script>')])
  })

  test.each(markdownSamples)('makes valid blocks of %j', (source) => {
    for (const block of blocksFromMarkdown(source)) expect(checkBlocks([block])).toMatchObject({ ok: true })
  })

  test('makes valid blocks of any text', () => {
    const isValid = (source: string) => blocksFromMarkdown(source).every((block) => checkBlocks([block]).ok)
    fc.assert(fc.property(anyMarkdown(), isValid))
  })
})

test('richTextFromMarkdown makes one block of headings and tables, and drops rules', () => {
  expect(richTextFromMarkdown('# Head\n\n---\n\n| a |\n|---|\n| b |')).toMatchObject({
    type: 'rich_text',
    elements: [
      { type: 'rich_text_section', elements: [text('Head', { bold: true })] },
      { type: 'rich_text_preformatted' },
    ],
  })
})

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
