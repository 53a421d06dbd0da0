import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { drawBlocks } from '#draw'
import { htmlOf } from '#html'
import { blocksFromMarkdown } from '#markdown'
import { type Parts, reactOf } from '#react'
import { corpus } from '#testing/corpus'
import { everyBlock } from '#testing/everyBlock'

describe('React elements', () => {
  test.each([...corpus.map(blocksFromMarkdown), everyBlock])('show what the string shows %#', (...blocks) => {
    const drawn = drawBlocks(blocks)
    expect(alike(renderToStaticMarkup(reactOf(drawn)))).toBe(alike(htmlOf(drawn)))
  })

  test('let a part be drawn in one’s own way', () => {
    const parts: Parts = {
      code: ({ element }) =>
        createElement('b', {}, element.of?.type === 'rich_text_preformatted' && element.of.language),
      quote: ({ children }) => createElement('i', {}, children),
    }
    const drawn = drawBlocks(blocksFromMarkdown('```js\na\n```\n\n> **q**'))
    expect(renderToStaticMarkup(reactOf(drawn, parts))).toBe('<b>js</b><i><strong>q</strong></i>')
  })
})

/** Both kinds of markup are free to say some things in two ways. */
function alike(markup: string): string {
  return markup
    .replaceAll('<br>', '\n')
    .replaceAll('&#x27;', '&#39;')
    .replaceAll('=""', '')
    .replaceAll('/>', '>')
    .replaceAll('referrerPolicy', 'referrerpolicy')
    .replaceAll('tabIndex', 'tabindex')
}
