import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksFromMarkdown, blocksFromPartialMarkdown } from '#markdown'
import { plainTextFromBlocks } from '#plainText'
import { anyMarkdown } from '#testing/anyMarkdown'
import { markdownSamples } from '#testing/markdownSamples'
import type { Block, RichTextInline } from '#types'

describe('blocksFromPartialMarkdown', () => {
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
    const [block] = blocksFromPartialMarkdown(source)
    expect(block).toEqual({ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: shown }] })
  })

  test('shows a code block from its first line on', () => {
    expect(blocksFromPartialMarkdown('```js\nconst a\n``')).toMatchObject([
      { elements: [{ type: 'rich_text_preformatted', elements: [text('const a')], language: 'js' }] },
    ])
  })

  test('shows a table from its second line on', () => {
    expect(blocksFromPartialMarkdown('| a | b |\n|---|---|\n| **x')).toMatchObject([{ type: 'table', rows: [{}, {}] }])
  })

  test.each(markdownSamples)('shows no incomplete address, at every cut of %j', (source) => {
    const addresses = new Set(linksOf(blocksFromMarkdown(source)))
    for (let cut = 0; cut <= source.length; cut++) {
      for (const url of linksOf(blocksFromPartialMarkdown(source.slice(0, cut)))) expect(addresses).toContain(url)
    }
  })

  test.each(markdownSamples.filter((source) => !source.includes(']: ')))(
    'shows no mark that the finished text does not show, at every cut of %j',
    (source) => {
      const marks = ['**', '~~', '`', '|', '_', '<', '[', ' *', '#']
      const end = shownText(blocksFromMarkdown(source))
      const never = marks.filter((mark) => !end.includes(mark))
      for (let cut = 0; cut <= source.length; cut++) {
        const shown = shownText(blocksFromPartialMarkdown(source.slice(0, cut)))
        for (const mark of never) expect(shown).not.toContain(mark)
      }
    },
  )

  test('shows text after a blank line as if it were finished', () => {
    fc.assert(
      fc.property(anyMarkdown(), (source) => {
        expect(blocksFromPartialMarkdown(`${source}\n\n`)).toEqual(blocksFromMarkdown(`${source}\n\n`))
      }),
    )
  })
})

function text(text: string, style?: object) {
  return style ? ({ type: 'text', text, style } as const) : ({ type: 'text', text } as const)
}

function shownText(blocks: readonly Block[]): string {
  const name = (id: string) => id
  return plainTextFromBlocks(blocks, { user: name, channel: name, usergroup: name })
}

function linksOf(blocks: readonly Block[]): string[] {
  return [...JSON.stringify(blocks).matchAll(/"type":"link","url":"([^"]*)"/g)].map((found) => found[1] ?? '')
}
