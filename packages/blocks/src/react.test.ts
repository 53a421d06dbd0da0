import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { drawBlocks } from '#draw'
import { renderHtml } from '#html'
import { blocksFromMarkdown } from '#markdown'
import { type PartComponents, renderReact } from '#react'
import { markdownSamples } from '#testing/markdownSamples'
import { allBlocks } from '#samples/allBlocks'

describe('React elements', () => {
  test.each([...markdownSamples.map(blocksFromMarkdown), allBlocks])(
    'show what the HTML string shows %#',
    (...blocks) => {
      const drawn = drawBlocks(blocks)
      expect(normalize(renderToStaticMarkup(renderReact(drawn)))).toBe(normalize(renderHtml(drawn)))
    },
  )

  test('draw a part with a component of its own', () => {
    const parts: PartComponents = {
      code: ({ element }) =>
        createElement('b', {}, element.source?.type === 'rich_text_preformatted' && element.source.language),
      quote: ({ children }) => createElement('i', {}, children),
    }
    const drawn = drawBlocks(blocksFromMarkdown('```js\na\n```\n\n> **q**'))
    expect(renderToStaticMarkup(renderReact(drawn, parts))).toBe('<b>js</b><i><strong>q</strong></i>')
  })
})

/** Removes differences in the notation of the two kinds of markup. */
function normalize(markup: string): string {
  return markup
    .replaceAll('<br>', '\n')
    .replaceAll('&#x27;', '&#39;')
    .replaceAll('=""', '')
    .replaceAll('/>', '>')
    .replaceAll('referrerPolicy', 'referrerpolicy')
    .replaceAll('tabIndex', 'tabindex')
}
