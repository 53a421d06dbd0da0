import commonmark from 'commonmark-spec'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { htmlFromBlocks } from '#html'
import { safeHref } from '#links'
import { blocksFromMarkdown } from '#markdown'
import { makeParser } from '#markdown/parser'

const cases = commonmark.tests.map(({ number, markdown, html }) => ({
  number,
  markdown: markdown.replaceAll('→', '\t'),
  html: html.replaceAll('→', '\t'),
}))
const standard = makeParser({ html: true, linkify: false, breaks: false }).set({ xhtmlOut: true })

const literal = makeParser({ html: false, linkify: false, breaks: false })

/** An empty quote is written without the newline that the standard's own HTML has in it. */
const written = [218, 239, 240]
/** A quote holds no list here: its marks are text. */
const listsInQuotes = [235, 259, 260, 292, 293]
/** A quote and an item hold no header: there it is bold. */
const headsInside = [228, 229, 230, 232, 300]
/** An address that stands alone is a link here, as in GFM. */
const bareAddresses = [602, 608, 611, 612]

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

  test('has 72 cases of raw HTML, which say what they say where HTML is text', () => {
    const withHtml = cases.filter(({ markdown }) => hasHtml(markdown))
    expect(withHtml).toHaveLength(72)
    for (const { markdown } of withHtml) expect(words(drawn(markdown))).toBe(words(literal.render(markdown)))
  })

  test('looks character for character as it is to look, but for these', () => {
    const others = cases.filter(({ markdown, html }) => !hasHtml(markdown) && look(drawn(markdown)) !== look(html))
    const explained = [...listsInQuotes, ...headsInside, ...bareAddresses]
    expect(others.map(({ number }) => number)).toEqual(explained.toSorted((one, other) => one - other))
  })

  test('has each case that differs in docs/spec/commonmark.md, with its reason', () => {
    const page = readFileSync(new URL('../../../../docs/spec/commonmark.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| ([\d, ]+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(([, numbers]) => numbers)
    const withHtml = cases.filter(({ markdown }) => hasHtml(markdown)).map(({ number }) => number)
    const lists = [written, listsInQuotes, headsInside, bareAddresses, withHtml]
    expect(rows).toEqual(lists.map((numbers) => numbers.join(', ')))
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

/**
 * Each character with what it stands in: emphasis, code, a link. [RT-8] An address that is neither of the web nor of mail
 * is no link, and a header's words have no styles of their own.
 */
function look(html: string): string {
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

/** What is left to read: a picture is its words, and white space is how it is laid out. */
function words(html: string): string {
  const text = html.replaceAll(/<img[^>]*alt="([^"]*)"[^>]*>/g, '$1').replaceAll(/<[^>]*>/g, '')
  return unescaped(text).replaceAll(/\s+/g, '')
}

const plain: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
