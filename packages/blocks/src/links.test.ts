import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from './types.ts'
import { findHostMismatch, safeHref } from '#links'
import { blocksFromMarkdown, blocksFromPartialMarkdown } from '#markdown'
import { blocksFromMrkdwn } from '#mrkdwn'
import { anyUtf16 } from '#testing/anyUtf16'
import { linkVectors } from '#testing/linkVectors'

describe('safeHref', () => {
  const fine: [string, string][] = [
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ['http://example.com', 'http://example.com/'],
    ['mailto:a@b.c?subject=x', 'mailto:a@b.c?subject=x'],
    [' HTTPS://Example.com/ ', 'https://example.com/'],
    ['https://exam\nple.com/', 'https://example.com/'],
    ['\u200bhttps://example.com/', 'https://example.com/'],
  ]
  test.each(fine)('[RT-8] allows %j as %j', (url, href) => {
    expect(safeHref(url)).toBe(href)
  })

  test.each(linkVectors)('[RT-8] %j leads only to the web or to mail', (url) => {
    expect(safeHref(url) ?? 'https:').toMatch(/^(https?|mailto):/)
  })

  test.each(linkVectors.filter((url) => /script|data|vbs/i.test(url) && !/^\s*(https?|mailto):/i.test(url)))(
    '[RT-8] refuses %j',
    (url) => {
      expect(safeHref(url)).toBeUndefined()
    },
  )

  test('[RT-8] never returns another scheme, for any string', () => {
    fc.assert(fc.property(anyUtf16(), (url) => /^(https?|mailto):/.test(safeHref(url) ?? 'https:')))
  })
})

describe('text of any kind', () => {
  const wrappings: ((url: string) => string)[] = [
    (url) => url,
    (url) => `[x](${url})`,
    (url) => `[x](<${url}>)`,
    (url) => `![x](${url})`,
    (url) => `<${url}>`,
    (url) => `<${url}|x>`,
    (url) => `[x][y]\n\n[y]: ${url}`,
    (url) => `<!date^1^{date}^${url}|x>`,
  ]
  test.each(linkVectors)('[RT-8] makes no link with another scheme from %j', (url) => {
    for (const wrap of wrappings) {
      const source = wrap(url)
      for (const blocks of [blocksFromMarkdown(source), blocksFromPartialMarkdown(source), blocksFromMrkdwn(source)]) {
        for (const target of urlsOf(blocks)) expect(safeHref(target)).toMatch(/^(https?|mailto):/)
      }
    }
  })
})

describe('findHostMismatch', () => {
  const other: [string, string, string][] = [
    ['https://bank.example', 'https://evil.example/x', 'evil.example'],
    ['bank.example/login', 'https://evil.example', 'evil.example'],
    ['Go to https://bank.example now', 'https://evil.example', 'evil.example'],
    ['https://bank.example@evil.example', 'https://third.example', 'third.example'],
    ['bank。example', 'https://evil.example', 'evil.example'],
    ['bank.\u200bexample', 'https://evil.example', 'evil.example'],
    ['https://bank.example', 'https://bank.example@evil.example', 'evil.example'],
    ['https://bank.example', 'https://bank.example.evil.example', 'bank.example.evil.example'],
  ]
  test.each(other)('[RT-8] finds that the label %j with the address %j leads to %s', (label, url, host) => {
    expect(findHostMismatch(label, url)).toBe(host)
  })

  const same: [string, string][] = [
    ['click here', 'https://evil.example'],
    ['https://bank.example/a', 'https://www.bank.example/b'],
    ['BANK.example', 'http://bank.example'],
    ['a@bank.example', 'mailto:a@bank.example'],
    ['https://bank.example', 'javascript:alert(1)'],
    ['e.g. this', 'https://bank.example'],
  ]
  test.each(same)('[RT-8] finds no mismatch between the label %j and the address %j', (label, url) => {
    expect(findHostMismatch(label, url)).toBeUndefined()
  })
})

function urlsOf(blocks: readonly Block[]): string[] {
  const urls: string[] = []
  JSON.stringify(blocks, (key, value: unknown) => {
    if (key === 'url' && typeof value === 'string') urls.push(value)
    return value
  })
  return urls
}
