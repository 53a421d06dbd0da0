import { describe, expect, test } from 'vitest'
import type { Block } from '#types'
import { blocksFromMarkdown, MarkdownStream, richTextFromMarkdown } from '#markdown'
import { blocksFromMrkdwn } from '#mrkdwn'
import { plainTextFromBlocks } from '#plainText'
import { cutAtLastMark } from './marks.ts'
import { parseInSteps } from './parser.ts'

const length = 384_000
const fill = (part: string, before = '') => before + part.repeat(Math.ceil(length / part.length)).slice(0, length)
const hostile: Record<string, string> = {
  'items of a list': fill('- a\n'),
  'paragraphs of one letter': fill('a\n\n'),
  'brackets that are not closed': fill('['),
  'pictures that are not closed': fill('![['),
  'uses of a definition': fill('[a] ', '[a]: /u\n\n'),
  'rows of a table': fill('| a | b |\n', '| a | b |\n|---|---|\n'),
  'styles of one letter': fill('*a* _b_ ~c~ `d` '),
  'mail addresses': fill('a@b.cc '),
  'web addresses': fill('http://a.b '),
  'names of emoji': fill(':a:'),
  'a fence within another': fill('- a\n', '~~~\n```\n~~~\n'),
  'a fence that is none': fill('- a\n', '``` `\n'),
}
const honest: Record<string, string> = {
  words: fill('This is a long sentence, without any marks in it. '),
  'a long answer': fill(
    '## Heading\n\nA paragraph with a **strong** word, and a sentence or two behind it that say what it is about, so that it is as long as paragraphs are.\n\n- a point that is made in about as many words as points have\n- another, with `code` in it\n\n',
  ).slice(0, 60_000),
  'a report of headings, lists, links, tables and code': fill(
    '## Heading of a part\n\nA paragraph with a **strong** word, and a sentence or two, see [the docs](https://example.com/docs/a) and `code`.\n\n- **First**: a point that is made in about ten words\n- **Second**: another, with `code` in it\n  - nested _one_\n\n1. step one\n2. step two\n\n| name | value | note |\n|---|---|---|\n| a | `1` | first one |\n| b | `2` | second one |\n\n```ts\nconst a = values[0] ?? other[`x`]\nfor (const b of a) print(b)\n```\n\nAnother paragraph of plain words that goes on for a while, as answers do.\n\n',
  ).slice(0, 100_000),
  code: fill('  const first = values[0] ?? other[`${index}`] // *why*\n', '```ts\n'),
}

describe('[RT-19] a text of nothing but marks', () => {
  test.each(Object.entries(hostile))('%s: a part is read, and all of it is shown', (_what, source) => {
    const { read, rest } = cutAtLastMark(source)
    expect(read + rest).toBe(source)
    expect(read.length).toBeLessThan(40_000)
    const text = rest.trim()
    for (const blocks of [blocksFromMarkdown(source), [richTextFromMarkdown(source)], blocksFromMrkdwn(source)]) {
      expect(countElements(blocks)).toBeLessThan(10_000)
      expect(JSON.stringify(blocks)).toContain(JSON.stringify(text).slice(1, -1))
    }
  })

  test.each(Object.entries(hostile))('%s: the same when they are streamed', (_what, source) => {
    const stream = new MarkdownStream()
    for (let at = 0; at < source.length; at += 12_000) {
      stream.push(source.slice(at, at + 12_000))
      if (at < 60_000) expect(countElements(stream.blocks(true))).toBeLessThan(10_000)
    }
    expect(stream.blocks(false)).toEqual(blocksFromMarkdown(source))
  })

  test.each(Object.entries({ ...hostile, ...honest }))('%s: the same when they are read in steps', (_what, source) => {
    const stream = new MarkdownStream()
    stream.push(source)
    const steps = [...stream.blocksInSteps(false)].length
    if (source.length > 5000) expect(steps).toBeGreaterThan(5)
    expect(stream.blocks(false)).toEqual(blocksFromMarkdown(source))
    expect([...stream.blocksInSteps(false)]).toEqual([])
  })
})

test.each(Object.entries(honest))('[RT-19] %s are read to the end', (_what, source) => {
  expect(cutAtLastMark(source, 'document').rest).toBe('')
})

function countElements(blocks: readonly Block[]): number {
  let count = 0
  JSON.stringify(blocks, (_key, value: unknown) => {
    if (typeof value === 'object') count++
    return value
  })
  return count
}

describe('[RT-20] a long paragraph', () => {
  const names = { user: String, channel: String, usergroup: String }
  const line = 'Some **strong** words and `code` of a long answer. '
  const paragraph = (text: string) => [
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }] },
  ]

  test.each([' ', '\n'])('has all its marks, wherever it is divided after %j', (end) => {
    const shown = `${line.replaceAll(/[*`]/g, '').trimEnd()}${end}`.repeat(700).trimEnd()
    expect(plainTextFromBlocks(blocksFromMarkdown(`${line.trimEnd()}${end}`.repeat(700)), names)).toBe(shown)
  })

  test('has a mark of up to 12,000 characters, and shows a longer one as it is', () => {
    const words = 'word '.repeat(3000).trimEnd()
    const strong = `**${words.slice(0, 11_000).trimEnd()}**`
    expect(plainTextFromBlocks(blocksFromMarkdown(strong), names)).not.toContain('*')
    expect(blocksFromMarkdown(`**${words}**`)).toEqual(paragraph(`**${words}**`))
  })

  test('is read in a step for each part', () => {
    const stepsOf = (source: string) => {
      const steps = parseInSteps(source)
      let count = 1
      while (!steps.next().done) count++
      return count
    }
    expect(stepsOf(line.repeat(700)) - stepsOf(line)).toBeGreaterThanOrEqual((line.length * 700) / 12_000 - 1)
  })
})
