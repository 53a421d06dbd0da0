import commonmark from 'commonmark-spec'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { htmlFromBlocks } from '#html'
import { safeHref } from '#links'
import { blocksFromMarkdown } from '#markdown'
import { createParser } from '#markdown/parse/parser'

const cases = commonmark.tests.map(({ number, markdown, html }) => ({
  number,
  markdown: markdown.replaceAll('→', '\t'),
  html: html.replaceAll('→', '\t'),
}))
const standard = createParser({ html: true, linkify: false, breaks: false }).set({ xhtmlOut: true })

const literal = createParser({ html: false, linkify: false, breaks: false })

/** The parser writes an empty quote without the newline that the standard's HTML has. */
const written = [218, 239, 240]
/** A quote cannot hold a list here: the markers are text. */
const listsInQuotes = [235, 259, 260, 292, 293]
/** A quote or list item cannot hold a header here: it is bold. */
const headsInside = [228, 229, 230, 232, 300]
/** A bare address is a link here, as in GFM. */
const bareAddresses = [602, 608, 611, 612]

describe('CommonMark 0.31.2', () => {
  test('has 652 cases, and the bare parser renders all but these to the letter', () => {
    expect(cases).toHaveLength(652)
    const others = cases.filter(({ markdown, html }) => standard.render(markdown) !== html)
    expect(others.map(({ number }) => number)).toEqual(written)
  })

  test('keeps every word through all conversions, except for raw HTML, which is text here', () => {
    const others = cases.filter(({ markdown, html }) => words(drawn(markdown)) !== words(html))
    const unexplained = others.filter(({ number, markdown }) => !listsInQuotes.includes(number) && !hasHtml(markdown))
    expect(unexplained).toEqual([])
  })

  test('has 72 cases of raw HTML, which show the same as with a parser that reads HTML as text', () => {
    const withHtml = cases.filter(({ markdown }) => hasHtml(markdown))
    expect(withHtml).toHaveLength(72)
    for (const { markdown } of withHtml) expect(words(drawn(markdown))).toBe(words(literal.render(markdown)))
  })

  test('gives every character its style, except for these cases', () => {
    const others = cases.filter(
      ({ markdown, html }) => !hasHtml(markdown) && styledCharacters(drawn(markdown)) !== styledCharacters(html),
    )
    const explained = [...listsInQuotes, ...headsInside, ...bareAddresses]
    expect(others.map(({ number }) => number)).toEqual(explained.toSorted((one, other) => one - other))
  })

  test('the cases that differ are those that docs/spec/commonmark.md lists', () => {
    const page = readFileSync(new URL('../../../../docs/spec/commonmark.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| ([\d, ]+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(([, numbers]) => numbers)
    const withHtml = cases.filter(({ markdown }) => hasHtml(markdown)).map(({ number }) => number)
    const lists = [written, listsInQuotes, headsInside, bareAddresses, withHtml]
    expect(rows).toEqual(lists.map((numbers) => numbers.join(', ')))
  })

  test('shows HTML as text', () => {
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

/**
 * Every character with the emphasis, code or link around it. The text of a header has no styles. [RT-8] Only an address of
 * the web or of mail is a link.
 */
function styledCharacters(html: string): string {
  const seen: string[] = []
  const open: string[] = []
  const pictures = html.replaceAll(/<img[^>]*src="([^"]*)"[^>]*alt="([^"]*)"[^>]*>/g, '<a href="$1">$2</a>')
  for (const [, end, tag = '', attributes = '', text = ''] of pictures.matchAll(/<(\/?)([a-z]\w*)([^>]*)>|([^<]+)/g)) {
    const inHead = open.some((one) => /^h\d/.test(one))
    const around = inHead
      ? ''
      : [...new Set(open.filter((one) => /^(?:em|strong|code|a [hm])/.test(one)))].sort().join()
    for (const character of unescaped(text).replaceAll(/\s+/g, '')) seen.push(character + around)
    if (end)
      open.splice(
        open.findLastIndex((one) => one.split(' ')[0] === tag),
        1,
      )
    else if (tag !== '' && !/^(?:br|hr|img)$/.test(tag)) open.push(tag === 'a' ? `a ${target(attributes)}` : tag)
  }
  return seen.join('|')
}

function target(attributes: string): string {
  return safeHref(unescaped(/href="([^"]*)"/.exec(attributes)?.[1] ?? '')) ?? ''
}

function unescaped(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (entity) => plain[entity] ?? entity)
}

/** The text without white space. An image counts as its alternative text. */
function words(html: string): string {
  const text = html.replaceAll(/<img[^>]*alt="([^"]*)"[^>]*>/g, '$1').replaceAll(/<[^>]*>/g, '')
  return unescaped(text).replaceAll(/\s+/g, '')
}

const plain: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
