import commonmark from 'commonmark-spec'
import { describe, expect, test } from 'vitest'
import { htmlFromBlocks } from '#html'
import { blocksFromMarkdown } from '#markdown'
import { makeParser } from '#markdown/parser'

const cases = commonmark.tests.map(({ number, markdown, html }) => ({
  number,
  markdown: markdown.replaceAll('→', '\t'),
  html: html.replaceAll('→', '\t'),
}))
const standard = makeParser({ html: true, linkify: false, breaks: false }).set({ xhtmlOut: true })

/** An empty quote is written without the newline that the standard's own HTML has in it. */
const written = [218, 239, 240]
/** A quote holds no list here: its marks are text. */
const listsInQuotes = [235, 259, 260, 292, 293]

describe('CommonMark 0.31.2', () => {
  test('has 652 cases, of which all but these are read to the letter where chat has no other rule', () => {
    expect(cases).toHaveLength(652)
    const others = cases.filter(({ markdown, html }) => standard.render(markdown) !== html)
    expect(others.map(({ number }) => number)).toEqual(written)
  })

  test('is said word for word after all conversions, but for raw HTML, which is text here', () => {
    const others = cases.filter(({ markdown, html }) => words(drawn(markdown)) !== words(html))
    const unexplained = others.filter(({ number, markdown }) => !listsInQuotes.includes(number) && !hasHtml(markdown))
    expect(unexplained).toEqual([])
  })

  test('is shown with its HTML as text', () => {
    for (const { markdown } of cases.filter((one) => hasHtml(one.markdown))) {
      expect(drawn(markdown)).not.toMatch(/<(script|style|img|del|ins|textarea|!)/)
    }
  })
})

function drawn(markdown: string): string {
  return htmlFromBlocks(blocksFromMarkdown(markdown)).replaceAll(/<span class="rv-language".*?<\/span>/g, '')
}

function hasHtml(markdown: string): boolean {
  const tokens = standard.parse(markdown, {})
  return tokens.some(
    ({ type, children }) => type === 'html_block' || children?.some((one) => one.type === 'html_inline'),
  )
}

/** What is left to read: a picture is its words, and white space is how it is laid out. */
function words(html: string): string {
  return html
    .replaceAll(/<img[^>]*alt="([^"]*)"[^>]*>/g, '$1')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (entity) => plain[entity] ?? entity)
    .replaceAll(/\s+/g, '')
}

const plain: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
