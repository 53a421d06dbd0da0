import { describe, expect, test } from 'vitest'
import { htmlFromBlocks } from '#html'
import { blocksFromMarkdown } from '#markdown'

/** The drawing without attributes and elements that only style it. */
function drawn(markdown: string): string {
  return htmlFromBlocks(blocksFromMarkdown(markdown))
    .replaceAll(/ (?:class|target|rel|title|data-kind|dir|scope|tabindex|role|aria-label)="[^"]*"/g, '')
    .replaceAll(/<\/?(?:div|span)>/g, '')
}
const p = (inside: string) => `<p>${inside}</p>`
const link = (url: string, text = url) => `<a href="${url}">${text}</a>`
const table = (head: string[], ...rows: string[][]) => {
  const cells = (row: string[], tag: string) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
  return `<table><thead><tr>${cells(head.map(p), 'th')}</tr></thead><tbody>${body}</tbody></table>`
}

describe('GFM', () => {
  test.each([
    ['a table', '| a | b |\n| - | - |\n| c | d |', table(['a', 'b'], [p('c'), p('d')])],
    ['a table without its outer bars', 'a | b\n-|-\nc | d', table(['a', 'b'], [p('c'), p('d')])],
    ['bars in cells', '| a |\n|-|\n| `x\\|y` \\| **z** |', table(['a'], [p('<code>x|y</code> | <strong>z</strong>')])],
    [
      'a row that is too short or too long',
      '|a|b|\n|-|-|\n|c|\n|d|e|f|',
      table(['a', 'b'], [p('c'), p(' ')], [p('d'), p('e')]),
    ],
    ['a table without rows', '| a |\n| - |', table(['a'])],
    ['the end of a table', '|a|\n|-|\n|b|\n> c', table(['a'], [p('b')]) + '<blockquote>c</blockquote>'],
    ['no table where the heads do not fit', '| a | b |\n| - |\n', p('| a | b |<br>| - |')],
    ['struck text', '~~Hi~~ there', p('<s>Hi</s> there')],
    ['no struck text over paragraphs', 'a ~~b\n\nc~~ d', p('a ~~b') + p('c~~ d')],
    ['no struck text of three', 'not ~~~Hi~~~ there', p('not ~~~Hi~~~ there')],
    ['tasks', '- [ ] a\n- [x] b', '<ul><li>☐ a</li><li>☑ b</li></ul>'],
    ['nested tasks', '- [x] a\n  - [ ] b', '<ul><li>☑ a<ul><li>☐ b</li></ul></li></ul>'],
    ['no task without a space', '- [x]a', '<ul><li>[x]a</li></ul>'],
    ['an address', 'see https://a.example/b?c=d&e', p(`see ${link('https://a.example/b?c=d&amp;e')}`)],
    [
      'the end of an address',
      'https://a.example/b. (https://a.example/c)',
      p(`${link('https://a.example/b')}. (${link('https://a.example/c')})`),
    ],
    ['brackets in an address', 'https://a.example/b_(c)', p(link('https://a.example/b_(c)'))],
    ['an address of mail', 'ask me@a.example', p(`ask ${link('mailto:me@a.example', 'me@a.example')}`)],
    ['no address in code', '`https://a.example`', p('<code>https://a.example</code>')],
    ['no bare domain, which may be a file', 'run main.rs, see www.a.example', p('run main.rs, see www.a.example')],
  ])('%s', (_, markdown, html) => {
    expect(drawn(markdown)).toBe(html)
  })

  test('the alignment of columns', () => {
    expect(htmlFromBlocks(blocksFromMarkdown('|a|b|c|\n|:-|:-:|-:|\n|d|e|f|')).match(/data-align="\w+"/g)).toEqual([
      'data-align="left"',
      'data-align="center"',
      'data-align="right"',
      'data-align="left"',
      'data-align="center"',
      'data-align="right"',
    ])
  })
})
